/** White space as JavaScript has it. */
const SPACES = [
  ...[
    '\t',
    '\n',
    '\v',
    '\f',
    '\r',
    ' ',
    '\u00a0',
    '\u1680',
    '\u2028',
    '\u2029',
    '\u202f',
    '\u205f',
    '\u3000',
    '\ufeff',
  ],
  ...Array.from({ length: 11 }, (_, i) => String.fromCharCode(0x2000 + i)),
];
/** What stands beside it. */
const OTHERS = ['\b', '\u000e', '\u200b', '\u1fff', '\u2026', '\u2030', '\u180e'];

const named = (space: string) => `U+${space.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Texts that are the account of a line without a match, with each kind of space, and texts that are not; whether they are taken. */
export const lookalikes: readonly (readonly [name: string, text: string, allowed: boolean])[] = [
  ...SPACES.flatMap((space) => [
    [`${named(space)} within`, `No${space}Match`, false] as const,
    [`${named(space)} before`, `${space}No Match`, false] as const,
    [`${named(space)} behind`, `No Match${space}`, false] as const,
  ]),
  ...OTHERS.map((other) => [`${named(other)} within`, `No${other}Match`, true] as const),
];
