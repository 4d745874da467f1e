/** Mutants that decide every request as the rules do, and why: no test can tell them apart. */
export const EQUIVALENT: readonly {
  readonly mutants: RegExp;
  readonly count: number;
  readonly reason: string;
}[] = [
  {
    mutants: /isAdminsChange\(\): \['allow', 'admin', 'uid'\] → \['admin', 'uid'\]$/,
    count: 1,
    reason: 'an admin who forbids themselves keeps admin, and no valid record has admin without allow',
  },
  {
    mutants: /→ \(newData\.val\(\)\.length >= 1\)$/,
    count: 4,
    reason: 'only a text has a length; isString() is for the reader',
  },
  {
    mutants:
      /^\/rules\/gl_mappings\/\$key\/\.write: .* → (\(newData\.parent|‹I am proven›$|\(‹me›\.child\('(admin|allow)'\)\.val\(\) == true\)$|\(\(‹me›\.child\('admin'\)\.val\(\) == true\) && \(‹me›\.child\('allow'\)\.val\(\) == true\)\)$)/,
    count: 5,
    reason:
      'only an admin may write the new version that comes with it; who may change a mapping is said here, too',
  },
  {
    mutants:
      /\/email\/\.validate: \(newData\.isString\(\) && .* → \(newData\.val\(\) == newData\.val\(\)\.toLowerCase\(\)\)$/,
    count: 1,
    reason: 'only a text has lower case; isString() is for the reader',
  },
  {
    mutants: /^\/rules\/gl_mappings_version\/after\/\.validate dropped$/,
    count: 1,
    reason: 'it equals a version, which is a text; isString() is for the reader',
  },
  {
    mutants: /&& newData\.isNumber\(\)\) → (?!newData\.isNumber)/,
    count: 4,
    reason: 'only numbers are subtracted; isNumber() is for the reader',
  },
];
