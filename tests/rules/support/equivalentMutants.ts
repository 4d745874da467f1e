/**
 * Mutants that decide every request as the rules do, and why: no test can tell them apart. Two more, which `mutants.ts` does
 * not make: `isOwnLogin` of `firestore.rules` may ask the new record for `allow` and the pin in place of the stored one, since
 * it takes no other change than that of `lastLogin`; the code of an account may be asked for no length below a text, since
 * `replace` refuses a number.
 */
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
    mutants: /isAdminsChange\(\): .* → \['allow', 'admin', 'uid', 'extra'\]$/,
    count: 1,
    reason: 'no valid record has such a field',
  },
  {
    mutants: /allow (create \(3\) and (get|list|delete)|update \([45]\) and (get|list|create|delete))$/,
    count: 14,
    reason:
      'to read or delete there is no new document, to create no former one: the condition has no value, and refuses',
  },
  {
    mutants:
      /(users\/\* allow delete \(6\)|applications\/\* allow delete \(4\)) and (get|list)$|applications\/\* allow get, list \(2\) and delete$/,
    count: 5,
    reason: 'an admin may do it by another statement',
  },
  {
    mutants: /isPin\(\): \(\(uid is string\) && \(uid\.size\(\) >= 1\)\) → \(uid\.size\(\) >= 1\)$/,
    count: 1,
    reason: 'texts alone have a size here; on Firebase lists and maps have one, too, and this refuses them',
  },
];
