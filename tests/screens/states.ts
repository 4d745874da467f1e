import type { Locator, Page } from 'playwright-core';
import { accessUpdateTo, readStoredAccess } from '#model/accessHistory.ts';
import { type Email, normaliseEmail } from '#model/email.ts';
import { SERVER_AUTHOR } from '#model/log/author.ts';
import { newEntryId } from '#model/log/version.ts';
import {
  ACCESS_VERSION_PATH,
  accessPath,
  USAGE_TOTAL_PATH,
  unmatchedUsagePath,
  usageDailyPath,
  userUsageDailyPath,
} from '#model/paths.ts';
import { messages } from '#model/text/messages.ts';
import { proposalMessages } from '#model/text/proposalMessages.ts';
import { readingMessages } from '#model/text/readingMessages.ts';
import { lastDays, USAGE_DAYS } from '#model/usage.ts';
import { button, fillIn, paste, register, says, untilClassified } from '../support/screens.ts';
import { storeMappings } from '../support/server.ts';
import { pairBox, pastePairs } from '../support/uploadScreen.ts';
import { MAPPINGS, type Stage } from './stage.ts';

/** What a screen can show, and how a person gets there. */
export type ScreenState = {
  readonly screen: string;
  readonly name: string;
  reach(stage: Stage): Promise<Page>;
};

/** A state reached from the page that `open` opens, for an admin where it is an address, by what `act` does. */
function state(
  screen: string,
  name: string,
  open: string | ((stage: Stage) => Promise<Page>),
  act: (page: Page, stage: Stage) => Promise<unknown> = async () => {},
): ScreenState {
  const reach = async (stage: Stage) => {
    const page = await (typeof open === 'string' ? stage.admin(open) : open(stage));
    await act(page, stage);
    return page;
  };
  return { screen, name, reach };
}

const LINES = [
  'CARD PAYMENT TO AMAZON WEB SERVICES EMEA 12 MAR',
  'DIRECT DEBIT BRITISH GAS REF 0093817',
  'POS 4417 COSTCO WHOLESALE LEEDS',
  'British Airways 1252371',
  'MICROSOFT 365 BUSINESS',
  'CARD PAYMENT TO THE GARDEN CAFE LEEDS',
  'TRANSFER TO SAVINGS',
  '',
  'DHL EXPRESS INV. 2291',
  'FEE',
  'Stripe Payout',
  'CARD PAYMENT TO THE GARDEN CAFE YORK',
  'Royal Mail Harrogate',
  'ADP Payroll 11/2026',
  'HARROGATE BOROUGH COUNCIL RATES',
];
/** So many that the list scrolls. */
const STATEMENT = Array.from({ length: 40 }, (_, i) => LINES.map((line) => line && `${line} ${i}`)).flat();
const PAIRS = ['TESCO STORES\t5100', 'british gas\t6310', 'DHL EXPRESS\t9999', 'ABC\t1', 'NO ACCOUNT'].join(
  '\n',
);
const CHART = [
  '5100\tGroceries',
  '6110\tOffice supplies',
  '6210\tHotels',
  '6310\tGas and electricity',
  '6400\tHosting',
].join('\n');
/** Names as long as charts have them. */
const LONG_CHART = [
  'code,name',
  '5100,Food and beverages for resale including duty and freight',
  '6210,Hotels and other accommodation of employees on business journeys',
  '6220,Flights and rail journeys of employees on business journeys abroad',
  '6310,Gas and electricity of offices and warehouses',
].join('\n');
/** The names of its columns say too little, so that somebody has to choose. */
const UNCLEAR_CHART = 'A;B;C\nX;5100;Groceries\nX;6210;Hotels\nX;6400;Hosting\n';
const UNCLEAR_LIST = 'A;B;C\nX;TESCO STORES;5100\nX;HILTON LEEDS;6210\n';
/** Mappings whose findings name accounts of {@link LONG_CHART}. */
const LONG_LIST = {
  'BRITISH GAS': '6310',
  'british gas': '6220',
  TRAVELODGE: '6210',
  'TRAVELODGE LEEDS CENTRAL VICARAGE ROAD': '6210',
  'COSTCO WHOLESALE': '5101',
  INN: '6210',
};
const STATEMENT_FILE = [
  'Account;12 345 678',
  '',
  'Date;Description;Amount',
  ...LINES.filter((line) => line !== '').map((line, i) => `0${(i % 9) + 1}.03.2026;${line};-${i + 1}2,50`),
  'Closing balance;;1.000,00',
].join('\r\n');
const SHARED = Array.from({ length: 14 }, (_, i) => `Conference ticket ${i + 1} Berlin\t6500`);
const WITH_SHARED = { ...MAPPINGS, ...Object.fromEntries(SHARED.map((pair) => pair.split('\t'))) };
const WITH_FINDINGS = { ...MAPPINGS, 'TRAVELODGE LEEDS': '6210', 'British airways': '6221' };

async function withPaste(
  stage: Stage,
  lines: readonly string[] = STATEMENT,
  rows = lines.length,
): Promise<Page> {
  const page = await stage.admin();
  await paste(page, lines.join('\n'));
  await untilClassified(page, rows);
  return page;
}

const visitor = (stage: Stage) => stage.visitor();
const withUnknownLink = (stage: Stage) => stage.visitor('/auth/action?mode=resetPassword&oobCode=gone');
const withSilentDatabase = (stage: Stage) => {
  stage.proxy.stallDatabase();
  return stage.visitor();
};
const listOf = (path: string, mappings: Readonly<Record<string, string>>) => (stage: Stage) =>
  stage.admin(path, mappings);
const withoutChart = (stage: Stage) => stage.admin('/database/accounts', MAPPINGS, {});
const withLongNames = (stage: Stage) => stage.admin('/database/accounts', LONG_LIST, {});
const withStatement = (stage: Stage) => withPaste(stage);
const withoutUnmatched = (stage: Stage) => withPaste(stage, ['BRITISH GAS 1', 'ROYAL MAIL 2']);

/** The history of the list with these changes of it, in their order. */
const withHistory =
  (...changes: readonly Parameters<typeof storeMappings>[1][]) =>
  async (stage: Stage): Promise<Page> => {
    const page = await stage.admin('/history');
    for (const change of changes) storeMappings(stage.server, change);
    await page.reload();
    return page;
  };

/** The history of access, which somebody has had and another still has. */
async function withAccessHistory({ server, admin }: Stage): Promise<Page> {
  const gone = await server.addUser('robin@example.com');
  await server.addUser('kay@example.com', { admin: true });
  const page = await admin('/history?log=access');
  removeAccess(server, normaliseEmail(gone.email));
  await page.reload();
  return page;
}

async function withNell({ server, admin }: Stage): Promise<Page> {
  await server.addUser('nell@example.com', { name: 'Nell' });
  return admin('/admin');
}

/** The Admin Panel with an application, and with users who have classified. */
async function withPeople(stage: Stage): Promise<Page> {
  const applicant = await stage.visitor();
  await register(applicant, { email: 'max@example.com', password: 'secret of max' });
  await button(applicant, 'Apply for Access').click();
  await says(applicant, messages.applied);
  await stage.server.addUser('office.york@example.com', { name: 'York office' });
  storeUsage(stage, ['admin@example.com', 'nell@example.com']);
  return withNell(stage);
}

async function withAmounts(stage: Stage): Promise<Page> {
  const amounts = STATEMENT.map((line, i) => [
    line,
    ...(i % 4 === 3 ? ['', `£${i * 97}.50`] : [`£${i * 31}.25`, '']),
  ]);
  const table = [['Description', 'Paid out', 'Paid in'], ...amounts].map((cells) => cells.join('\t'));
  const lines = [...table, 'ROYAL MAIL\tsee note\t', 'ROYAL MAIL\t€12.00\t'];
  return withPaste(stage, lines, lines.length - 1);
}

/** A statement of two columns of amounts whose names say nothing; `isProven`: with the balances, some rows being repeated. */
const withReading = (isProven: boolean) => async (stage: Stage) => {
  const rows = STATEMENT.slice(0, 60).map((line, i) => {
    const day = `${String(1 + Math.floor(i / 2)).padStart(2, '0')}.09.2026`;
    return i % 4 === 3 ? [day, line, '', `${i * 97}.50`] : [day, line, `${i * 31}.25`, ''];
  });
  let cents = 500_000;
  const balances = rows.map(([, , out, came]) => {
    cents += Math.round(100 * (Number(came) - Number(out)));
    return (cents / 100).toFixed(2);
  });
  const all = [...rows, ...rows.slice(56)].map((cells, i) =>
    isProven ? [...cells, balances[i < 60 ? i : i - 4]] : cells,
  );
  const lines = [['Date', 'Text', 'Value A', 'Value B', ...(isProven ? ['Balance'] : [])], ...all];
  return withPaste(
    stage,
    lines.map((cells) => cells.join('\t')),
    all.length,
  );
};

async function withGroups(stage: Stage): Promise<Page> {
  const page = await withPaste(stage);
  await page
    .getByRole('link', { name: /unmatched/i })
    .or(page.getByRole('button', { name: /unmatched/i }))
    .first()
    .click();
  await page.getByRole('grid', { name: 'Groups without a match' }).getByText('GARDEN').first().waitFor();
  return page;
}

/** Groups like the mappings of a list that is long enough to learn from. */
async function withLikelyAccounts(stage: Stage): Promise<Page> {
  const kinds = { TAXI: '6220', HOTEL: '6210', CATERING: '6240', STATIONERY: '6110', PLUMBING: '6330' };
  const towns = ['LEEDS', 'YORK', 'HARROGATE', 'RIPON', 'SELBY', 'SKIPTON', 'ILKLEY', 'OTLEY', 'WETHERBY'];
  const list = Object.entries(kinds).flatMap(([kind, account]) =>
    towns.flatMap((town) => ['NORTH', 'SOUTH', 'CITY'].map((side) => [`${town} ${side} ${kind}`, account])),
  );
  const page = await stage.admin('/', { ...MAPPINGS, ...Object.fromEntries(list) });
  const names = ['WHITBY', 'MALTON', 'THIRSK', 'PICKERING', 'FILEY', 'GOOLE', 'BRIGG', 'HEDON', 'HORNSEA'];
  const groups = names.map((town, i) => `${town} ${Object.keys(kinds)[i % 5]}`);
  const lines = groups.flatMap((group, i) =>
    Array.from({ length: (i % 7) + 2 }, (_, line) => `${group} ${line + 1}`),
  );
  await paste(page, [...lines, ...STATEMENT.slice(0, 60)].join('\n'));
  await untilClassified(page, lines.length + 60);
  await page
    .getByRole('button', { name: /unmatched/i })
    .first()
    .click();
  await page.getByRole('button', { name: /^Accept all likely/ }).waitFor();
  return page;
}

/** Thirty days of work, less of it at weekends, with ever fewer lines without a match. */
function storeUsage({ server }: Stage, people: readonly string[]): void {
  const { tree } = server.services();
  lastDays(new Date(), USAGE_DAYS).forEach((day, i) => {
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
    const count = isWeekend ? 12 : 900 + ((i * 377) % 700);
    const unmatched = Math.round(count * (0.34 - i * 0.007));
    const paths = [usageDailyPath(day), ...people.map((email) => userUsageDailyPath(email as Email, day))];
    for (const [place, path] of paths.entries()) {
      const share = place === 0 ? 1 : place / (people.length + 1);
      tree.update({
        [path]: Math.round(count * share),
        [unmatchedUsagePath(path)]: Math.round((unmatched * share) / (place + 1)),
      });
    }
  });
  tree.update({ [USAGE_TOTAL_PATH]: 186_495 });
}

/** Somebody who is not an admin has asked for an account. */
async function withProposal(stage: Stage): Promise<Page> {
  const page = await stage.user();
  await paste(page, 'CARD PAYMENT TO QUIGLEY TAXI LEEDS 12\nPREMIER INN LEEDS');
  await untilClassified(page, 2);
  await cell(page, 'No Match').click();
  await page.getByRole('combobox').fill('6700');
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: proposalMessages.propose });
  await dialog.getByLabel('Keyword').fill('QUIGLEY TAXI');
  await dialog.getByLabel(/^Note/).fill('our taxi firm');
  await button(page, 'Send proposal').click();
  await dialog.waitFor({ state: 'detached' });
  return page;
}

/** An admin at `path`, while a proposal waits. */
async function withQueueAt(stage: Stage, path: string): Promise<Page> {
  await withProposal(stage);
  return stage.admin(path);
}
const withQueue = (stage: Stage) => withQueueAt(stage, '/database/proposals');
const withQueueElsewhere = (stage: Stage) => withQueueAt(stage, '/');

/** Somebody has proposed several mappings at once, one of them for an account that the chart lacks. */
function storeProposals({ server }: Stage): void {
  const at = Date.now() - 600_000;
  const proposed = { 'GARDEN CAFE': '6240', 'HARROGATE BOROUGH': '6310', 'BRITISH AIRWAYS': '9999' };
  const items = Object.entries(proposed).map(([keyword, account], i) => [
    `0${i}`,
    { keyword, account, line: LINES.find((line) => line.toUpperCase().includes(keyword)) ?? null },
  ]);
  const { tree } = server.services();
  tree.update({
    'gl_proposals/uid-ann/m1': {
      items: Object.fromEntries(items),
      count: items.length,
      note: 'From the statement of March',
      email: 'ann.lee@example.com',
      at,
    },
    'gl_proposals_waiting/uid-ann/m1': Object.fromEntries(items.map(([key]) => [key, at])),
  });
}

/** Chooses a file with the button `name`. */
async function chooseFile(page: Page, name: string, file: string, content: string): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(page, name).click()]);
  await chooser.setFiles({ name: file, mimeType: 'text/csv', buffer: Buffer.from(content) });
}

const chartBox = (page: Page) => page.getByRole('textbox', { name: 'Code and name, one account per line' });

/** Opens the import of the chart of accounts, on its page. */
async function openChartImport(page: Page): Promise<void> {
  await button(page, 'Import').click();
  await chartBox(page).waitFor();
}

async function importChart(page: Page, text: string): Promise<void> {
  await openChartImport(page);
  await chartBox(page).fill(text);
  await page.getByRole('button', { name: /^Import \d/ }).click();
  await page.getByText(/^Imported/).waitFor();
}

/** The Database screen with a few mappings ticked. */
async function withSelection(stage: Stage): Promise<Page> {
  const page = await stage.admin('/database?account=6210');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page.getByText('3 selected').waitFor();
  return page;
}

async function openExportMenu(page: Page): Promise<void> {
  await button(page, 'Export').click();
  await page.getByRole('menuitem').first().waitFor();
}

/** `box`: the name of the search field; `answer`: what the screen says when nothing is found. */
async function findNothing(page: Page, box: string, answer: string): Promise<void> {
  await page.getByRole('searchbox', { name: box }).fill('nowhere');
  await says(page, answer);
}

const restoreButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^Restore/ });

const cell = (page: Page, text: string) => page.getByRole('gridcell', { name: text }).first();
const h1 = (page: Page, name?: string | RegExp) =>
  page.getByRole('heading', { level: 1, ...(name !== undefined && { name }) }).waitFor();
const region = (page: Page, name: string) => page.getByRole('region', { name }).waitFor();
const dialogOf = (page: Page) => page.getByRole('dialog');
/** The dialog that makes a mapping of an account says what it would do. */
const saysWhatItGives = (page: Page) =>
  dialogOf(page)
    .getByText(/gets? an account/)
    .waitFor();

/** Begins to sign in with a password, as the first administrator once `fault` is there. */
async function signInWith(page: Page, stage: Stage, fault: () => void): Promise<void> {
  await button(page, 'Sign in with Password').click();
  await fillIn(page, { Email: stage.server.admin.email, Password: stage.server.admin.password });
  fault();
  await button(page, 'Sign In').click();
}

const signIn: readonly ScreenState[] = [
  state('Sign in', 'choice', visitor, (page) => button(page, 'Sign in with Password').waitFor()),
  state('Sign in', 'password with faults', visitor, async (page) => {
    await button(page, 'Sign in with Password').click();
    await button(page, 'Sign In').click();
    await says(page, messages.passwordMissing);
  }),
  state('Sign in', 'register with faults', visitor, async (page) => {
    await button(page, 'Sign in with Password').click();
    await button(page, 'Need an account? Register').click();
    await fillIn(page, { Email: 'kim@example.com', Password: 'secret', 'Confirm password': 'other' });
    await button(page, 'Create Account').click();
    await says(page, messages.passwordsDiffer);
  }),
  state('Sign in', 'reset link sent', visitor, async (page) => {
    await button(page, 'Sign in with Password').click();
    await button(page, 'Forgot your password?').click();
    await fillIn(page, { Email: 'kim@example.com' });
    await button(page, 'Send Reset Link').click();
    await says(page, 'Check your email');
  }),
  state('Sign in', 'mailed link that does not work', withUnknownLink, (page) =>
    says(page, 'This link does not work'),
  ),
  state('Sign in', 'waiting for the server', visitor, async (page, stage) => {
    await signInWith(page, stage, stage.proxy.stallAll);
    await page.locator('[data-loading]').first().waitFor();
  }),
  state('Sign in', 'server out of reach', visitor, async (page, stage) => {
    await signInWith(page, stage, stage.proxy.cutAll);
    await page.getByRole('alert').getByText(/./).first().waitFor();
  }),
  state('Sign in', 'access cannot be read', withSilentDatabase, async (page, stage) => {
    await signInWith(page, stage, () => {});
    await button(page, 'Logout').waitFor();
  }),
  state('No access', 'before and after applying', visitor, async (page) => {
    await register(page, { email: 'kim@example.com', password: 'secret of kim' });
    await button(page, 'Apply for Access').click();
    await says(page, messages.applied);
  }),
];

/** Gives the first row without a match an account, by `key`. */
async function giveAccount(page: Page, key: string): Promise<void> {
  await cell(page, 'No Match').click();
  await page.getByRole('combobox').fill('6700');
  await page.keyboard.press(key);
}

const classifier: readonly ScreenState[] = [
  state('Classifier', 'empty list', listOf('/', {}), (page) => says(page, messages.classifierReady)),
  state('Classifier', 'nothing pasted', '/', (page) => says(page, messages.classifierReady)),
  state('Classifier', 'sample statement', '/', async (page) => {
    await button(page, messages.trySampleStatement).click();
    await says(page, 'Descriptions are in');
    await says(page, 'Account name');
  }),
  state('Classifier', 'results', withStatement),
  state('Classifier', 'row without a match', withStatement, async (page) => {
    await cell(page, 'No Match').click();
    await page.getByRole('combobox').waitFor();
  }),
  state('Classifier', 'keyword for a row without a match', withStatement, async (page) => {
    await giveAccount(page, 'Shift+Enter');
    await saysWhatItGives(page);
  }),
  state('Classifier', 'edited rows and why', withStatement, async (page) => {
    await giveAccount(page, 'Control+Enter');
    await cell(page, 'British Airways 1252371').dblclick();
    await page.getByRole('textbox', { name: 'Description of row 4' }).fill('PREMIER INN YORK 12');
    await page.keyboard.press('Enter');
    await cell(page, 'PREMIER INN YORK').click();
    await says(page, 'contains the keyword');
  }),
  state('Classifier', 'nothing found', withStatement, (page) =>
    findNothing(page, 'Find in all rows', 'No rows to show here.'),
  ),
  state('Classifier', 'Export menu', withStatement, openExportMenu),
  state('Classifier', 'statement from a file', '/', async (page) => {
    await chooseFile(page, 'Choose a file', 'march.csv', STATEMENT_FILE);
    await untilClassified(page, 14);
  }),
  state('Classifier', 'statement, other ways to read it', '/', async (page) => {
    await chooseFile(page, 'Choose a file', 'march.csv', STATEMENT_FILE);
    await button(page, 'Change…').click();
    await page.getByLabel('Between the columns').waitFor();
  }),
  state('Classifier', 'rows to verify', withStatement, async (page, stage) => {
    storeMappings(stage.server, { 'BRITISH GAS': '6311' });
    await page.getByRole('radio', { name: /Needs verification 40/ }).waitFor({ state: 'attached' });
  }),
  state('Classifier', 'summary by account', withAmounts, async (page) => {
    await button(page, 'Summary').click();
    await dialogOf(page).getByRole('table').waitFor();
  }),
  state('Classifier', 'journal', withAmounts, async (page) => {
    await button(page, 'Export').click();
    await page.getByRole('menuitem', { name: 'Journal…' }).click();
    const sentence = dialogOf(page).getByText(/rows in .* postings/);
    await sentence.first().waitFor();
  }),
  state('Classifier', 'reading to check', withReading(false), (page) => says(page, readingMessages.waits)),
  state('Classifier', 'reading proven, with repeated rows', withReading(true), async (page) => {
    await says(page, '4 rows repeated, from row 61');
    await button(page, 'Copy GL Account Only').click();
    await openExportMenu(page);
  }),
  state('Unmatched', 'groups and single lines', withGroups),
  state('Unmatched', 'likely accounts', withLikelyAccounts),
  state('Unmatched', 'all likely accounts accepted', withLikelyAccounts, async (page) => {
    await page.getByRole('button', { name: /^Accept all likely/ }).click();
    await saysWhatItGives(page);
  }),
  state('Unmatched', 'account of a group as a mapping', withGroups, async (page) => {
    await button(page, 'Choose an account').click();
    await page.getByRole('combobox', { name: /^Account of/ }).fill('6500');
    await page.keyboard.press('Shift+Enter');
    await saysWhatItGives(page);
  }),
  state('Unmatched', 'keyword for a group', withStatement, async (page) => {
    await page.getByRole('button', { name: /unmatched/i }).click();
    const groups = page.getByRole('grid', { name: 'Groups without a match' });
    await groups.getByText('GARDEN').first().click();
    await groups.press('Enter');
    await page.getByRole('combobox').fill('6700');
    await page.keyboard.press('Shift+Enter');
    await saysWhatItGives(page);
  }),
  state('Unmatched', 'none left', withoutUnmatched, async (page) => {
    await page.evaluate(() => history.pushState(null, '', '/unmatched'));
    await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
    await h1(page, /unmatched/i);
  }),
  state('My proposals', 'one waits', withProposal, async (page) => {
    await page.getByRole('link', { name: 'My proposals' }).click();
    await says(page, 'QUIGLEY TAXI');
  }),
  state('My proposals', 'one rejected', withProposal, async (page, stage) => {
    const admin = await stage.admin('/database/proposals');
    await button(admin, 'Reject').click();
    await admin.getByLabel('Why? The proposer reads it').fill('Taxis go to 6240, like trains.');
    await admin.keyboard.press('Enter');
    await admin.getByText(proposalMessages.queueEmpty).waitFor();
    await page.getByRole('link', { name: 'My proposals' }).click();
    await says(page, 'Taxis go to 6240');
  }),
  state(
    'My proposals',
    'none',
    ({ user }) => user('/proposals'),
    (page) => h1(page, 'My proposals'),
  ),
  state('Classifier', 'offline with rows', withStatement, goOffline),
];

const curation: readonly ScreenState[] = [
  state('Upload', 'empty', '/upload', (page) => h1(page)),
  state('Upload', 'dry run', '/upload', async (page) => {
    await pastePairs(page, PAIRS);
    await region(page, 'Preview');
  }),
  state('Upload', 'file with unclear columns', '/upload', async (page) => {
    await chooseFile(page, 'Choose a file', 'list.csv', UNCLEAR_LIST);
    await says(page, 'Choose the columns of list.csv.');
  }),
  state('Upload', 'mappings added', '/upload', async (page) => {
    await pastePairs(page, PAIRS);
    await region(page, 'Preview');
    await button(page, 'Add to Firebase Database').click();
    await says(page, /^Successfully uploaded/);
  }),
  state('Upload', 'shared phrase', '/upload', async (page) => {
    await pastePairs(page, SHARED.join('\n'));
    await region(page, 'Analysis Report');
  }),
  state('Database', 'empty list', listOf('/database', {}), (page) => h1(page)),
  state('Database', 'mappings, one being edited', '/database', async (page) => {
    await page.getByRole('button', { name: 'Edit AMAZON WEB SERVICES' }).click();
    await button(page, 'Save').waitFor();
  }),
  state('Database', 'some selected', withSelection),
  state('Database', 'nothing found', '/database', (page) =>
    findNothing(page, 'Search mappings', messages.nothingFound),
  ),
  state('Database', 'Export menu', withSelection, openExportMenu),
  state('Database', 'Add mapping', '/database', async (page) => {
    await button(page, 'Add mapping').click();
    await dialogOf(page).getByLabel('Keyword').fill('british gas');
    await dialogOf(page).getByLabel('GL account').fill('6311');
  }),
  state('Database', 'Change account', withSelection, async (page) => {
    await button(page, 'Change account…').click();
    await dialogOf(page).getByLabel('New GL account').fill('6212');
    await page.getByRole('button', { name: 'Change 3 mappings' }).waitFor();
  }),
  state('Database', 'Try it', '/database', async (page) => {
    await button(page, 'Try it').click();
    await page.getByLabel('Lines to try, up to 50').fill(LINES.join('\n'));
    await page.getByRole('button', { name: 'Edit AMAZON WEB SERVICES' }).click();
    await page.getByLabel('GL Account', { exact: true }).fill('6401');
    await says(page, '6401');
  }),
  state('Database', 'proposals, none waiting', '/database/proposals', (page) => h1(page, 'Proposals')),
  state('Database', 'proposals, one waiting', withQueue, (page) =>
    page.getByRole('listitem', { name: /^QUIGLEY TAXI → 6700/ }).waitFor(),
  ),
  state('Database', 'proposals, several ticked', withStatement, async (page, stage) => {
    storeProposals(stage);
    await page.getByRole('link', { name: 'Database', exact: true }).click();
    await page.getByRole('navigation', { name: 'Database' }).getByRole('link', { name: 'Proposals' }).click();
    await button(page, 'Tick all').click();
    await says(page, /rows on the Classifier get an account/);
    await page.getByText('It can be approved all the same').waitFor();
  }),
  state('Database', 'proposals, one edited', withQueue, async (page) => {
    await button(page, 'Edit').click();
    await page.getByRole('form', { name: 'Edit the proposal' }).waitFor();
  }),
  state('Database', 'chart of accounts, import', withoutChart, async (page) => {
    await importChart(page, CHART);
    await openChartImport(page);
    await chartBox(page).fill(
      '6210\tHotels and inns\n6310\tGas and electricity\n6900\tOther\nno code\n\tno name\n6900\tTwice',
    );
    await page.getByRole('button', { name: /^Import \d/ }).waitFor();
  }),
  state('Database', 'chart of accounts, file with unclear columns', withoutChart, async (page) => {
    await openChartImport(page);
    await chooseFile(page, 'Choose a file', 'chart.csv', UNCLEAR_CHART);
    await page.getByLabel('Between the columns').waitFor();
  }),
  state('Database', 'chart of accounts, one being edited', withoutChart, async (page) => {
    await importChart(page, CHART);
    await page.getByRole('button', { name: /^Edit 6210/ }).click();
    await dialogOf(page).waitFor();
  }),
  state('Database', 'chart of accounts, full', withoutChart, async (page) => {
    await button(page, 'Import').click();
    await chartBox(page).fill(CHART);
    await page.getByRole('button', { name: /^Import \d/ }).click();
    await page.getByRole('row', { name: /^6210 Hotels/ }).waitFor();
  }),
  state('Database', 'chart of accounts, a file before its import', withoutChart, async (page) => {
    await button(page, 'Import').click();
    const buffer = Buffer.from(`Code;Name\n${CHART.replaceAll('\t', ';')}`);
    await page.locator('input[type=file]').setInputFiles({ name: 'chart.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'View New' }).click();
    await region(page, 'New: lines');
  }),
  state('Database', 'analysis', listOf('/database', WITH_SHARED), async (page) => {
    await button(page, 'Analyze Keywords').click();
    await region(page, 'Analysis Report');
  }),
  state('Health', 'nothing found', listOf('/database/health', { 'BRITISH GAS': '6310' }), (page) =>
    says(page, /checked,/),
  ),
  state('Database', 'chart of accounts, empty', withoutChart, (page) => h1(page, 'Chart of accounts')),
  state('Database', 'health', listOf('/database/health', WITH_FINDINGS), (page) => says(page, 'Redundant')),
  state('Health', 'findings with long names', withLongNames, async (page) => {
    await importChart(page, LONG_CHART);
    await page.getByRole('link', { name: 'Health' }).click();
    await page.getByRole('button', { name: /^Two spellings, two accounts/ }).click();
    const use = page.getByRole('button', { name: /^Use 6310/ });
    await use.first().waitFor();
  }),
  state('History', 'one opened', withHistory({ 'BRITISH GAS': '6311', TRAVELODGE: null }), async (page) => {
    await page.getByRole('button', { name: /1 removed/ }).click();
    await page.getByRole('button', { name: 'Restore the whole list as of here…' }).waitFor();
  }),
  state('History', 'restore', withHistory({ 'BRITISH GAS': '6311', TRAVELODGE: null }), async (page) => {
    await page.getByRole('button', { name: /1 removed/ }).click();
    await page.getByRole('button', { name: 'Undo this change…' }).click();
    await restoreButton(page).waitFor();
  }),
  state('History', 'access, restore', withAccessHistory, async (page) => {
    await page.getByRole('button', { name: 'robin@example.com: Access granted' }).click();
    await button(page, 'Restore everybody’s access as of here…').click();
    await restoreButton(page).waitFor();
  }),
  state('History', 'nothing found', '/history', (page) =>
    findNothing(page, 'Search keywords and accounts', 'No actions found for these filters.'),
  ),
  state(
    'History',
    'entries',
    withHistory(
      { 'BRITISH GAS': '6310', 'KNOTTED ROPE SUPPLIES': '5100' },
      { 'BRITISH GAS': '6330' },
      { TRAVELODGE: null },
      { 'HARBOUR VIEW B&B': '6210' },
      { 'BRITISH GAS': '6311', 'ABBEY ROAD PARKING': null },
    ),
    (page) => page.getByRole('main').locator('time').first().waitFor(),
  ),
];

const administration: readonly ScreenState[] = [
  state('Admin', 'users and an application', withPeople, async (page) => {
    await button(page, 'Edit nell@example.com').waitFor();
    await button(page, 'Approve max@example.com').waitFor();
  }),
  state('Admin', 'Add New User with faults', '/admin', async (page) => {
    await button(page, '+ Add User').click();
    await button(page, 'Create User').click();
    await says(page, messages.nameMissing);
  }),
  state('Admin', 'Edit User', withNell, async (page) => {
    await button(page, 'Edit nell@example.com').click();
    const lastLogin = dialogOf(page).getByText(/^Signed in|^Nobody has/);
    await lastLogin.waitFor();
  }),
  state('Admin', 'no user found', '/admin', async (page) => {
    await page.getByText('admin@example.com').last().waitFor();
    await page.getByLabel('Search by email or name').fill('nobody');
    await says(page, 'No users found matching your search.');
  }),
  state('Frame', 'proposals wait', withQueueElsewhere, (page) =>
    page.getByText('1 proposal waiting').waitFor({ state: 'attached' }),
  ),
  state('Frame', 'account', '/', async (page) => {
    await page.getByRole('button', { name: /^Account of/ }).click();
    await dialogOf(page).waitFor();
  }),
  state('Frame', 'shortcuts', '/', async (page) => {
    await button(page, 'Keyboard shortcuts').click();
    await dialogOf(page).waitFor();
  }),
];

/** Removes somebody's access, with an entry of its history. */
function removeAccess(server: Stage['server'], email: Email): void {
  const { tree } = server.services();
  const stored = readStoredAccess(email, [tree.read(ACCESS_VERSION_PATH), tree.read(accessPath(email))]);
  const id = newEntryId((bytes) => crypto.getRandomValues(bytes));
  tree.update(accessUpdateTo(null, stored, { id, by: SERVER_AUTHOR }) ?? {});
}

const listHasCome = (page: Page) => page.getByText(`${Object.keys(MAPPINGS).length} mappings`);

/** The screens that show the list, the history or people; how a person gets there, and what says that all is there. */
const SCREENS: readonly (readonly [screen: string, path: string, full: (page: Page) => Locator])[] = [
  ['Classifier', '/', listHasCome],
  ['Upload', '/upload', pairBox],
  ['Database', '/database', (page) => button(page, 'Edit AMAZON WEB SERVICES')],
  ['Health', '/database/health', (page) => page.getByText(/checked,/).first()],
  ['Chart of accounts', '/database/accounts', (page) => button(page, 'Import')],
  ['Proposals', '/database/proposals', (page) => page.getByText(proposalMessages.queueEmpty)],
  ['History', '/history', (page) => page.getByRole('main').locator('time').first()],
  // By its button: the top bar has the address as well, and sooner.
  ['Admin', '/admin', (page) => button(page, 'Edit admin@example.com')],
];

/** What each of these screens shows before its data are here, without a server, and when the connection ends. */
const faults: readonly ScreenState[] = SCREENS.flatMap(([screen, path, full]) => {
  const whole = async (stage: Stage) => {
    const page = await stage.admin(path);
    await full(page).waitFor();
    return page;
  };
  return [
    state(screen, 'loading', whole, async (page, stage) => {
      stage.proxy.stallDatabase();
      await withoutDirectory(page, 'silent');
      await page.reload();
      await h1(page);
    }),
    state(screen, 'cannot be loaded', whole, async (page, stage) => {
      stage.proxy.cutDatabase();
      await withoutDirectory(page, 'refused');
      await page.reload();
      // After "Connection lost": ordinary requests get through.
      await says(page, /block WebSockets/);
    }),
    state(screen, 'offline', whole, goOffline),
  ];
});

async function goOffline(page: Page, stage: Stage): Promise<void> {
  stage.proxy.cutAll();
  await says(page, messages.connectionLost);
}

/** Firestore's streams stay without an answer, or are refused. */
async function withoutDirectory(page: Page, answer: 'silent' | 'refused'): Promise<void> {
  await page.context().route('**/google.firestore.v1.Firestore/**', async (route) => {
    if (answer === 'refused') await route.fulfill({ status: 403, body: '' });
  });
}

/** Every state that is pictured, in the order of the index page. */
export const states: readonly ScreenState[] = [
  ...signIn,
  ...classifier,
  ...curation,
  ...administration,
  ...faults,
];
