import { MIN_KEYWORD_LENGTH } from '../mapping.ts';
import { counted, grouped } from './figures.ts';

/** What the page of the lines without a match says. */
export const unmatchedMessages = {
  classifying: (percent: number) => `Classifying the lines: ${percent}%. The groups follow.`,
  grouping: 'Grouping the lines…',
  failed: 'Failed to group the lines. Check your connection, then try again.',
  guessesFailed: 'Failed to look for likely accounts. Check your connection, then try again.',
  linesFailed: 'Failed to load the lines. Check your connection, then choose the group again.',
  nothingPasted: 'There are no lines yet. Paste descriptions on the Classifier page first.',
  nothingLeft: 'Every line has an account.',
  nothingFound: (search: string) => `No group contains “${search.trim()}”.`,
  nothingSkipped: 'No group is skipped.',
  allSkipped: 'All groups that are left are skipped. “Show skipped” lists them.',
  summary: (lines: number, groups: number, oneOffs: number) =>
    `${counted(lines, 'line')} without a match: ${counted(groups, 'group')} and ${counted(oneOffs, 'one-off')}`,
  found: (groups: number, lines: number) => `${counted(groups, 'group')} found, ${counted(lines, 'line')}`,
  selected: (groups: number) => `${counted(groups, 'group')} ticked`,
  sameText: (lines: number) => (lines === 1 ? '1 line' : `${grouped(lines)} lines, all the same`),
  differentTexts: (lines: number, texts: number) =>
    `${grouped(lines)} lines, ${grouped(texts)} different descriptions`,
  offers: (keyword: string) => `Keyword offered: ${keyword}`,
  offersNone: 'No keyword is offered: these lines share no words that tell the account.',
  nameTooShort: (name: string) =>
    `No keyword is offered: “${name}” has fewer than ${MIN_KEYWORD_LENGTH} characters besides blanks. Choose the account, then type a longer keyword that stands in the lines, or none: these lines alone get the account then.`,
  tooShort: (canMap: boolean) =>
    `A keyword needs ${MIN_KEYWORD_LENGTH} characters besides blanks, and these lines have fewer. ${
      canMap ? 'Make the descriptions longer on the Classifier page, or give' : 'Give'
    } an account to these lines only.`,
  accountOf: (name: string, lines: number) => `Account of ${name}, ${counted(lines, 'line')}`,
  accountOfSelected: (groups: number) => `Account of ${counted(groups, 'ticked group')}`,
  chooserKeys: (canMap: boolean) =>
    `Enter takes it${canMap ? ', Ctrl+Enter for these lines only, Shift+Enter after editing the keyword' : ''}. Tab: next group. Esc: close.`,
  listKeys:
    'Arrows or j and k: move. Space: tick. Ctrl+A: tick all found. a, b, c: accept a likely account. l: accept all likely. Enter: choose the account. e: edit the keyword. s: skip. Ctrl+Z: undo.',
  acceptAll: (groups: number) => `Accept all likely (${grouped(groups)})`,
  reviewed: (groups: number) =>
    `${counted(groups, 'group')} with ${groups === 1 ? 'its' : 'their'} likely accounts`,
  firstOf: (shown: number, of: number) =>
    `The first ${grouped(shown)} of ${grouped(of)} groups: accept the others after them.`,
  accept: (keyword: string) => `Accept ${keyword}`,
  haveGuess: (lines: number, of: number) => ({
    share: grouped(lines),
    rest: `of ${counted(of, 'line')} ${of === 1 ? 'has' : 'have'} a likely account`,
  }),
  tooManyToPropose: (most: number) =>
    `At most ${counted(most, 'mapping')} can be proposed at once: tick fewer groups.`,
  /** What is going to happen: without any keyword no mapping is saved. */
  dialogTitle: (isAdmin: boolean, mappings: number, lines: number) => {
    if (mappings === 0) return lines === 1 ? 'Use for this row' : 'Use for these rows';
    if (isAdmin) return 'Save as mapping';
    return mappings === 1 ? 'Propose a mapping' : 'Propose mappings';
  },
  keywordOf: (heading: string) => `Keyword of ${heading}`,
  save: (mappings: number) => (mappings === 1 ? 'Save mapping' : `Save ${grouped(mappings)} mappings`),
  dialogKeys: (isAdmin: boolean) =>
    `Enter ${isAdmin ? 'saves' : 'goes on to the proposal'}. Ctrl+Enter gives the account to these lines only.`,
  keywordMissing: 'Type a keyword, or leave it empty: these lines alone get the account then.',
  moreKeywords: (n: number) => `${counted(n, 'more group')} with the keyword offered in the list.`,
  withoutKeyword: (groups: number, lines: number) =>
    `${counted(groups, 'group')} without a keyword: ${counted(
      lines,
      'line gets',
      'lines get',
    )} the account, and no mapping is saved.`,
  nothingElse: 'Nothing else changes.',
  othersMayChange: (n: number) => `${counted(n, 'other line')} may change.`,
  seenBefore: 'You see what changes before it is saved.',
  waitForCount: 'Nothing is saved yet: the lines are still being counted.',
  objectionTo: (keyword: string, objection: string) => `“${keyword.trim()}”: ${objection}`,
  /** `glAccount`: null where they have different ones. */
  mappingsSaved: (mappings: number, glAccount: string | null) =>
    `${counted(mappings, 'mapping')} saved${glAccount === null ? '.' : ` → ${glAccount}`}`,
  linesGiven: (lines: number, glAccount: string | null) =>
    `${glAccount ?? 'Likely accounts'} for ${lines === 1 ? 'this line' : `these ${grouped(lines)} lines`} only.`,
  savedAndGiven: (mappings: number, lines: number, glAccount: string | null) =>
    glAccount === null
      ? `${counted(mappings, 'mapping')} saved. ${counted(lines, 'more line')} got an account alone.`
      : `${counted(mappings, 'mapping')} saved → ${glAccount}. ${counted(lines, 'more line')} got it alone.`,
  nothingSaved: 'The list has these mappings already.',
  saveFailed: (saved: number) =>
    saved === 0
      ? 'Failed to save the mappings. Check your connection, then try again.'
      : `Failed to save all mappings: ${grouped(saved)} are saved. Try again for the rest.`,
  proposalDrafted: (keyword: string, glAccount: string, waiting: number) =>
    `“${keyword}” → ${glAccount} is put aside, not sent yet: ${counted(waiting, 'mapping')} to propose.`,
  proposeSeveral: (n: number) => `Propose ${counted(n, 'mapping')}`,
  saving: 'Saving…',
  copied: (groups: number) => `Copied ${counted(groups, 'group')}!`,
  copyFailed: 'Failed to copy the groups. Please try again.',
  skipped: (groups: number) => `Skipped ${counted(groups, 'group')}.`,
  broughtBack: (groups: number) => `Brought back ${counted(groups, 'group')}.`,
  choiceLost: 'These lines have got their account meanwhile.',
  nothingToUndo: 'Nothing to undo on this page.',
} as const;
