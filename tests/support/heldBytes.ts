/**
 * The bytes that a data structure holds: its typed arrays to the byte, what else there is by the number of its elements.
 * Unlike the memory of the process it does not depend on what the collector has done.
 */
export function heldBytes(root: object): number {
  const seen = new Set<object>();
  let bytes = 0;
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (ArrayBuffer.isView(value)) visit(value.buffer);
    else if (value instanceof ArrayBuffer) bytes += value.byteLength;
    else if (value instanceof Map) visitAll([...value.keys(), ...value.values()]);
    else visitAll(Object.values(value));
  };
  const visitAll = (values: readonly unknown[]) => {
    bytes += values.length * 8;
    values.forEach(visit);
  };
  visit(root);
  return bytes;
}
