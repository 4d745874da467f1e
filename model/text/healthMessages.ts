import { type Finding, type FindingKind, foldedAccount } from '../health.ts';
import { isBlankText } from '../hiddenCharacters.ts';
import { MIN_KEYWORD_LENGTH } from '../mapping.ts';
import { counted, grouped } from './figures.ts';
import { named } from './messages.ts';

/** What is said about the health of the list, on the screen and on the command line. */
export const healthMessages = {
  /** The name of a kind of finding, as a heading. */
  titles: {
    'variant-conflict': 'Two spellings, two accounts',
    'never-wins': 'Never used',
    redundant: 'Redundant',
    overbroad: 'Fits several accounts',
    'exact-only': 'Whole line only',
    'unknown-account': 'Account not in the chart',
  } satisfies Record<FindingKind, string>,

  /** What the kind means, below its heading. */
  explanations: {
    'variant-conflict':
      'The classifier takes both spellings for the same keyword. One account is used, the other never.',
    'never-wins': 'No line ever gets its account from these mappings: another one always wins.',
    redundant: 'Each of these contains a shorter keyword of the same account, which would take its lines.',
    overbroad:
      'Mappings of several other accounts contain these keywords, so they say little about the account of a line.',
    'exact-only': `Keywords with fewer than ${MIN_KEYWORD_LENGTH} characters, spaces aside, match only a line that is nothing else.`,
    'unknown-account':
      'The chart of accounts does not have the account of these mappings. Add it, or give them another one.',
  } satisfies Record<FindingKind, string>,

  none: 'Nothing was found.',
  checking: 'Checking the list…',
  fixing: 'Changing mappings…',
  checked: (mappings: number, findings: number) =>
    `${counted(mappings, 'mapping')} checked, ${counted(findings, 'finding')}.`,
  outdated: 'The list has changed since. Check again to see what holds now.',
  cancelled: 'The check was cancelled.',
  failed: 'Failed to check the list. Check again.',
  remove: 'Remove',
  changeTo: (account: string) => `Change to ${account}`,
  accountForBoth: (account: string) => `Use ${account} for both`,
  open: 'Open in the table',
  changeKeyword: 'Change the keyword',
  fixSelected: (kind: FindingKind, n: number) => `${ACTIONS[kind]} selected (${grouped(n)})`,
  fixAll: (kind: FindingKind, n: number) => `${ACTIONS[kind]} all ${grouped(n)}`,
  addAccount: (account: string) => `Add ${account} to the chart`,
  /** What a remedy of several mappings or accounts does, before it is done; a removal has its own question. */
  fixTitle: (fix: FixSize) => `${fixWords(fix)}?`,
  fixAction: (fix: FixSize) => fixWords(fix),
  moves: 'What changes',
  move: (mappings: number, from: string, to: string) => `${counted(mappings, 'mapping')}: ${from} → ${to}`,
  accountUsed: (account: string, mappings: number) => `${account}: ${counted(mappings, 'mapping')}`,
  moreMoves: (n: number) => `${grouped(n)} more.`,
  accountsAdded: (n: number) => `${counted(n, 'account')} added to the chart.`,
  fixed: (n: number, of: number, isRemoval: boolean) => {
    const done = `${counted(n, 'mapping')} ${isRemoval ? 'removed' : 'changed'}.`;
    const left = of - n;
    return left === 0
      ? done
      : `${done} ${grouped(left)} ${left === 1 ? 'was' : 'were'} left alone: somebody has changed ${left === 1 ? 'it' : 'them'} since the check.`;
  },
  fixFailed: (n: number, of: number, detail: string) =>
    `Failed to change all of them.${n === 0 ? '' : ` ${grouped(n)} of ${grouped(of)} mappings were changed.`} ${detail}`,
  count: (n: number) => counted(n, 'finding'),
} as const;

/** What is fixed: accounts that the chart gets, or mappings that change. */
type FixSize =
  | { readonly kind: 'chart'; readonly accounts: { readonly length: number } }
  | { readonly kind: 'mappings'; readonly mappings: { readonly size: number } };

function fixWords(fix: FixSize): string {
  return fix.kind === 'chart'
    ? `Add ${counted(fix.accounts.length, 'account')} to the chart`
    : `Change ${counted(fix.mappings.size, 'mapping')}`;
}

/** `near`: an account of the chart that differs by one character, or in case and spaces alone. */
function notInChart(account: string, mappings: number, near: string | null, words: AccountWords): string {
  const have = `${counted(mappings, 'mapping')} ${mappings === 1 ? 'has' : 'have'} it.`;
  if (near === null) return `${account} is not in the chart of accounts. ${have}`;
  const isAlike = foldedAccount(near) === foldedAccount(account);
  const how = isAlike ? 'apart from case and spaces the same as' : 'one character from';
  return `${account} is not in the chart of accounts; ${how} ${words(near)}, which is. ${have}`;
}

/** What the buttons do to many findings of a kind. */
const ACTIONS: Readonly<Record<FindingKind, string>> = {
  'variant-conflict': 'Use the winning account for',
  'never-wins': 'Remove',
  redundant: 'Remove',
  overbroad: '',
  'exact-only': '',
  'unknown-account': 'Add the accounts of',
};

/** An account in words, such as its code and its name. */
type AccountWords = (code: string) => string;

const asCode: AccountWords = (code) => code;

/** Why a finding is one: what is the case in the list. */
export function reasonOf(finding: Finding, words: AccountWords = asCode): string {
  const { mapping } = finding;
  switch (finding.kind) {
    case 'variant-conflict':
      return `${named(finding.other.description)} is the same keyword for account ${words(finding.other.glAccount)}, and wins.`;
    case 'never-wins':
      if (finding.other !== null)
        return `${named(finding.other.description)}, account ${words(finding.other.glAccount)}, is the same keyword and always wins.`;
      return isBlankText(mapping.description)
        ? 'It cannot match any line: the keyword has no visible character.'
        : `It cannot match any line: “${mapping.glAccount}” is not an account.`;
    case 'redundant':
      return `It contains ${named(finding.other.description)}, which has the same account.`;
    case 'overbroad':
      return `${grouped(finding.mappings)} mappings of ${finding.accounts} other accounts contain it, for example ${named(finding.other.description)}, account ${words(finding.other.glAccount)}.`;
    case 'exact-only':
      return `It has fewer than ${MIN_KEYWORD_LENGTH} characters, spaces aside.`;
    case 'unknown-account':
      return notInChart(mapping.glAccount.trim(), finding.mappings, finding.near, words);
  }
}

/** What would change if the finding was fixed. */
export function effectOf(finding: Finding, words: AccountWords = asCode): string {
  const { mapping } = finding;
  switch (finding.kind) {
    case 'variant-conflict':
      return `With account ${words(finding.other.glAccount)} for both, no line changes. With ${words(mapping.glAccount)} for both, lines that get ${words(finding.other.glAccount)} from ${named(finding.other.description)} get ${words(mapping.glAccount)}.`;
    case 'never-wins':
      return 'Without it, no line changes.';
    case 'redundant':
      return `Without it, its lines get ${words(finding.other.glAccount)} from ${named(finding.other.description)}. No line changes, unless it contains a longer keyword of another account as well.`;
    case 'overbroad':
      return `Without it, lines that contain it and no other keyword get no account. A longer keyword tells them apart.`;
    case 'exact-only':
      return `As it is, a line that contains it among other words gets nothing from it. A longer keyword would match there.`;
    case 'unknown-account':
      return finding.near === null
        ? 'Once the chart has the account, no line changes. With another account, its lines get that one.'
        : `Once the chart has the account, no line changes. With ${words(finding.near)}, its lines get ${words(finding.near)}.`;
  }
}
