/** `make`, called once for each object: what it made is returned again for as long as the object is there. */
export function oncePer<Of extends object, More extends readonly unknown[], Made>(
  make: (of: Of, ...more: More) => Made,
): (of: Of, ...more: More) => Made {
  const made = new WeakMap<Of, Made>();
  return (of, ...more) => {
    const known = made.get(of) ?? make(of, ...more);
    made.set(of, known);
    return known;
  };
}
