type Props = { names: readonly string[]; className?: string | undefined };

/** The head of a table: the names of its columns. */
export function TableHead({ names, className }: Props) {
  return (
    <thead className={className}>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
