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
const SHARED = Array.from({ length: 14 }, (_, i) => `Conference ticket ${i + 1} Berlin\t6500`).join('\n');

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
const withoutChart = (stage: Stage) => stage.admin('/database/accounts', MAPPINGS, {});
const withStatement = (stage: Stage) => withPaste(stage);

async function withAmounts(stage: Stage): Promise<Page> {
  const amounts = STATEMENT.map((line, i) => [
    line,
    ...(i % 4 === 3 ? ['', `£${i * 97}.50`] : [`£${i * 31}.25`, '']),
  ]);
  const table = [['Description', 'Paid out', 'Paid in'], ...amounts].map((cells) => cells.join('\t'));
  const lines = [...table, 'ROYAL MAIL\tsee note\t', 'ROYAL MAIL\t€12.00\t'];
  return withPaste(stage, lines, lines.length - 1);
}

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

/** Somebody who is not an admin asks for an account. */
async function propose(page: Page): Promise<void> {
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
}

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

/** Opens the import of the chart of accounts, on its page. */
async function openChartImport(page: Page): Promise<void> {
  await button(page, 'Import').click();
  await page.getByRole('textbox', { name: 'Code and name, one account per line' }).waitFor();
}

async function importChart(page: Page, text: string): Promise<void> {
  await openChartImport(page);
  await page.getByRole('textbox', { name: 'Code and name, one account per line' }).fill(text);
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

async function withExportMenu(page: Page): Promise<Page> {
  await button(page, 'Export').click();
  await page.getByRole('menuitem').first().waitFor();
  return page;
}

/** `box`: the name of the search field; `answer`: what the screen says when nothing is found. */
async function withNothingFound(page: Page, box: string, answer: string): Promise<Page> {
  await page.getByRole('searchbox', { name: box }).fill('nowhere');
  await says(page, answer);
  return page;
}

const cell = (page: Page, text: string) => page.getByRole('gridcell', { name: text }).first();

const signIn: readonly ScreenState[] = [
  state('Sign in', 'choice', visitor, async (page) => {
    await button(page, 'Sign in with Password').waitFor();
  }),
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
  state(
    'Sign in',
    'mailed link that does not work',
    ({ visitor }) => visitor('/auth/action?mode=resetPassword&oobCode=gone'),
    async (page) => {
      await says(page, 'This link does not work');
    },
  ),
  state('Sign in', 'waiting for the server', visitor, async (page, stage) => {
    await button(page, 'Sign in with Password').click();
    await fillIn(page, { Email: stage.server.admin.email, Password: stage.server.admin.password });
    stage.proxy.stallAll();
    await button(page, 'Sign In').click();
    await page.locator('[data-loading]').first().waitFor();
  }),
  state('Sign in', 'server out of reach', visitor, async (page, stage) => {
    await button(page, 'Sign in with Password').click();
    await fillIn(page, { Email: stage.server.admin.email, Password: stage.server.admin.password });
    stage.proxy.cutAll();
    await button(page, 'Sign In').click();
    await page.getByRole('alert').getByText(/./).first().waitFor();
  }),
  {
    screen: 'Sign in',
    name: 'access cannot be read',
    reach: async (stage) => {
      stage.proxy.stallDatabase();
      const page = await stage.visitor();
      await button(page, 'Sign in with Password').click();
      await fillIn(page, { Email: stage.server.admin.email, Password: stage.server.admin.password });
      await button(page, 'Sign In').click();
      await button(page, 'Logout').waitFor();
      return page;
    },
  },
  state('No access', 'before and after applying', visitor, async (page) => {
    await register(page, { email: 'kim@example.com', password: 'secret of kim' });
    await button(page, 'Apply for Access').click();
    await says(page, messages.applied);
  }),
];

const classifier: readonly ScreenState[] = [
  state(
    'Classifier',
    'empty list',
    ({ admin }) => admin('/', {}),
    async (page) => {
      await says(page, messages.classifierReady);
    },
  ),
  state('Classifier', 'nothing pasted', '/', async (page) => {
    await says(page, messages.classifierReady);
  }),
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
    await cell(page, 'No Match').click();
    await page.getByRole('combobox').fill('6700');
    await page.keyboard.press('Shift+Enter');
    await page
      .getByRole('dialog')
      .getByText(/gets? an account/)
      .waitFor();
  }),
  state('Classifier', 'edited rows and why', withStatement, async (page) => {
    await cell(page, 'No Match').click();
    await page.getByRole('combobox').fill('6700');
    await page.keyboard.press('Control+Enter');
    await cell(page, 'British Airways 1252371').dblclick();
    await page.getByRole('textbox', { name: 'Description of row 4' }).fill('PREMIER INN YORK 12');
    await page.keyboard.press('Enter');
    await cell(page, 'PREMIER INN YORK').click();
    await says(page, 'contains the keyword');
  }),
  {
    screen: 'Classifier',
    name: 'nothing found',
    reach: async (stage) =>
      withNothingFound(await withPaste(stage), 'Find in all rows', 'No rows to show here.'),
  },
  {
    screen: 'Classifier',
    name: 'Export menu',
    reach: async (stage) => withExportMenu(await withPaste(stage)),
  },
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
    await page.getByRole('dialog').getByRole('table').waitFor();
  }),
  state('Classifier', 'journal', withAmounts, async (page) => {
    await button(page, 'Export').click();
    await page.getByRole('menuitem', { name: 'Journal…' }).click();
    await page
      .getByRole('dialog')
      .getByText(/rows in .* postings/)
      .first()
      .waitFor();
  }),
  state('Unmatched', 'groups and single lines', withGroups),
  state('Unmatched', 'likely accounts', withLikelyAccounts),
  state('Unmatched', 'all likely accounts accepted', withLikelyAccounts, async (page) => {
    await page.getByRole('button', { name: /^Accept all likely/ }).click();
    await page
      .getByRole('dialog')
      .getByText(/gets? an account/)
      .waitFor();
  }),
  state('Unmatched', 'account of a group as a mapping', withGroups, async (page) => {
    await button(page, 'Choose an account').click();
    await page.getByRole('combobox', { name: /^Account of/ }).fill('6500');
    await page.keyboard.press('Shift+Enter');
    await page
      .getByRole('dialog')
      .getByText(/gets? an account/)
      .waitFor();
  }),
  state('Unmatched', 'keyword for a group', withStatement, async (page) => {
    await page.getByRole('button', { name: /unmatched/i }).click();
    const groups = page.getByRole('grid', { name: 'Groups without a match' });
    await groups.getByText('GARDEN').first().click();
    await groups.press('Enter');
    await page.getByRole('combobox').fill('6700');
    await page.keyboard.press('Shift+Enter');
    await page
      .getByRole('dialog')
      .getByText(/gets? an account/)
      .waitFor();
  }),
  state(
    'Unmatched',
    'none left',
    (stage) => withPaste(stage, ['BRITISH GAS 1', 'ROYAL MAIL 2']),
    async (page) => {
      await page.evaluate(() => history.pushState(null, '', '/unmatched'));
      await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
      await page.getByRole('heading', { level: 1, name: /unmatched/i }).waitFor();
    },
  ),
  state(
    'My proposals',
    'one waits',
    (stage) => stage.user(),
    async (page) => {
      await propose(page);
      await page.getByRole('link', { name: 'My proposals' }).click();
      await page.getByText('QUIGLEY TAXI').first().waitFor();
    },
  ),
  state(
    'My proposals',
    'one rejected',
    (stage) => stage.user(),
    async (page, stage) => {
      await propose(page);
      const admin = await stage.admin('/database/proposals');
      await button(admin, 'Reject').click();
      await admin.getByLabel('Why? The proposer reads it').fill('Taxis go to 6240, like trains.');
      await admin.keyboard.press('Enter');
      await admin.getByText(proposalMessages.queueEmpty).waitFor();
      await page.getByRole('link', { name: 'My proposals' }).click();
      await page.getByText('Taxis go to 6240').first().waitFor();
    },
  ),
  state(
    'My proposals',
    'none',
    ({ user }) => user('/proposals'),
    async (page) => {
      await page.getByRole('heading', { name: 'My proposals', level: 1 }).waitFor();
    },
  ),
  state('Classifier', 'offline with rows', withStatement, async (page, stage) => {
    stage.proxy.cutAll();
    await page.getByText(messages.connectionLost).first().waitFor();
  }),
];

const curation: readonly ScreenState[] = [
  state('Upload', 'empty', '/upload', async (page) => {
    await page.getByRole('heading', { level: 1 }).waitFor();
  }),
  state('Upload', 'dry run', '/upload', async (page) => {
    await pastePairs(page, PAIRS);
    await page.getByRole('region', { name: 'Preview' }).waitFor();
  }),
  state('Upload', 'file with unclear columns', '/upload', async (page) => {
    await chooseFile(page, 'Choose a file', 'list.csv', UNCLEAR_LIST);
    await says(page, 'Choose the columns of list.csv.');
  }),
  state('Upload', 'mappings added', '/upload', async (page) => {
    await pastePairs(page, PAIRS);
    await page.getByRole('region', { name: 'Preview' }).waitFor();
    await button(page, 'Add to Firebase Database').click();
    await says(page, /^Successfully uploaded/);
  }),
  state('Upload', 'shared phrase', '/upload', async (page) => {
    await pastePairs(page, SHARED);
    await page.getByRole('region', { name: 'Analysis Report' }).waitFor();
  }),
  state(
    'Database',
    'empty list',
    ({ admin }) => admin('/database', {}),
    async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  ),
  state('Database', 'mappings, one being edited', '/database', async (page) => {
    await page.getByRole('button', { name: 'Edit AMAZON WEB SERVICES' }).click();
    await button(page, 'Save').waitFor();
  }),
  state('Database', 'some selected', withSelection),
  {
    screen: 'Database',
    name: 'nothing found',
    reach: async ({ admin }) =>
      withNothingFound(await admin('/database'), 'Search mappings', messages.nothingFound),
  },
  {
    screen: 'Database',
    name: 'Export menu',
    reach: async (stage) => withExportMenu(await withSelection(stage)),
  },
  state('Database', 'Add mapping', '/database', async (page) => {
    await button(page, 'Add mapping').click();
    await page.getByRole('dialog').getByLabel('Keyword').fill('british gas');
    await page.getByRole('dialog').getByLabel('GL account').fill('6311');
  }),
  state('Database', 'Change account', withSelection, async (page) => {
    await button(page, 'Change account…').click();
    await page.getByRole('dialog').getByLabel('New GL account').fill('6212');
    await page.getByRole('button', { name: 'Change 3 mappings' }).waitFor();
  }),
  state('Database', 'Try it', '/database', async (page) => {
    await button(page, 'Try it').click();
    await page.getByLabel('Lines to try, up to 50').fill(LINES.join('\n'));
    await page.getByRole('button', { name: 'Edit AMAZON WEB SERVICES' }).click();
    await page.getByLabel('GL Account', { exact: true }).fill('6401');
    await page.getByText('6401').first().waitFor();
  }),
  state('Database', 'proposals, none waiting', '/database/proposals', async (page) => {
    await page.getByRole('heading', { name: 'Proposals', level: 1 }).waitFor();
  }),
  {
    screen: 'Database',
    name: 'proposals, one waiting',
    reach: async (stage) => {
      await propose(await stage.user());
      const page = await stage.admin('/database/proposals');
      await page.getByRole('listitem', { name: /^QUIGLEY TAXI → 6700/ }).waitFor();
      return page;
    },
  },
  state('Database', 'proposals, several ticked', '/', async (page, stage) => {
    await paste(page, STATEMENT.join('\n'));
    await untilClassified(page, STATEMENT.length);
    storeProposals(stage);
    await page.getByRole('link', { name: 'Database', exact: true }).click();
    await page.getByRole('navigation', { name: 'Database' }).getByRole('link', { name: 'Proposals' }).click();
    await button(page, 'Tick all').click();
    await page
      .getByText(/rows on the Classifier get an account/)
      .first()
      .waitFor();
    await page.getByText('It can be approved all the same').waitFor();
  }),
  {
    screen: 'Database',
    name: 'proposals, one edited',
    reach: async (stage) => {
      await propose(await stage.user());
      const page = await stage.admin('/database/proposals');
      await button(page, 'Edit').click();
      await page.getByRole('form', { name: 'Edit the proposal' }).waitFor();
      return page;
    },
  },
  state('Database', 'chart of accounts, import', withoutChart, async (page) => {
    await importChart(page, CHART);
    await openChartImport(page);
    await page
      .getByRole('textbox', { name: 'Code and name, one account per line' })
      .fill('6210\tHotels and inns\n6310\tGas and electricity\n6900\tOther\nno code\n\tno name\n6900\tTwice');
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
    await page.getByRole('dialog').waitFor();
  }),
  state('Database', 'chart of accounts, full', withoutChart, async (page) => {
    await button(page, 'Import').click();
    await page.getByRole('textbox', { name: 'Code and name, one account per line' }).fill(CHART);
    await page.getByRole('button', { name: /^Import \d/ }).click();
    await page.getByRole('row', { name: /^6210 Hotels/ }).waitFor();
  }),
  state('Database', 'chart of accounts, a file before its import', withoutChart, async (page) => {
    await button(page, 'Import').click();
    const buffer = Buffer.from(`Code;Name\n${CHART.replaceAll('\t', ';')}`);
    await page.locator('input[type=file]').setInputFiles({ name: 'chart.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'View New' }).click();
    await page.getByRole('region', { name: 'New: lines' }).waitFor();
  }),
  state(
    'Database',
    'analysis',
    ({ admin }) =>
      admin('/database', {
        ...MAPPINGS,
        ...Object.fromEntries(
          Array.from({ length: 14 }, (_, i) => [`Conference ticket ${i + 1} Berlin`, '6500']),
        ),
      }),
    async (page) => {
      await button(page, 'Analyze Keywords').click();
      await page.getByRole('region', { name: 'Analysis Report' }).waitFor();
    },
  ),
  state(
    'Health',
    'nothing found',
    ({ admin }) => admin('/database/health', { 'BRITISH GAS': '6310' }),
    async (page) => {
      await page
        .getByText(/checked,/)
        .first()
        .waitFor();
    },
  ),
  state('Database', 'chart of accounts, empty', withoutChart, async (page) => {
    await page.getByRole('heading', { name: 'Chart of accounts', level: 1 }).waitFor();
  }),
  state(
    'Database',
    'health',
    ({ admin }) =>
      admin('/database/health', {
        ...MAPPINGS,
        'TRAVELODGE LEEDS': '6210',
        'British airways': '6221',
      }),
    async (page) => {
      await page.getByText('Redundant').first().waitFor();
    },
  ),
  state(
    'Health',
    'findings with long names',
    ({ admin }) => admin('/database/accounts', LONG_LIST, {}),
    async (page) => {
      await importChart(page, LONG_CHART);
      await page.getByRole('link', { name: 'Health' }).click();
      await page.getByRole('button', { name: /^Two spellings, two accounts/ }).click();
      await page
        .getByRole('button', { name: /^Use 6310/ })
        .first()
        .waitFor();
    },
  ),
  state(
    'History',
    'one opened',
    ({ admin }) => admin('/history', MAPPINGS),
    async (page, { server }) => {
      storeMappings(server, { 'BRITISH GAS': '6311', TRAVELODGE: null });
      await page.reload();
      await page.getByRole('button', { name: /1 removed/ }).click();
      await page.getByRole('button', { name: 'Restore the whole list as of here…' }).waitFor();
    },
  ),
  state(
    'History',
    'restore',
    ({ admin }) => admin('/history', MAPPINGS),
    async (page, { server }) => {
      storeMappings(server, { 'BRITISH GAS': '6311', TRAVELODGE: null });
      await page.reload();
      await page.getByRole('button', { name: /1 removed/ }).click();
      await page.getByRole('button', { name: 'Undo this change…' }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Restore/ })
        .waitFor();
    },
  ),
  {
    screen: 'History',
    name: 'access, restore',
    reach: async ({ server, admin }) => {
      const gone = await server.addUser('robin@example.com');
      await server.addUser('kay@example.com', { admin: true });
      const page = await admin('/history?log=access');
      removeAccess(server, normaliseEmail(gone.email));
      await page.reload();
      await page.getByRole('button', { name: 'robin@example.com: Access granted' }).click();
      await button(page, 'Restore everybody’s access as of here…').click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Restore/ })
        .waitFor();
      return page;
    },
  },
  {
    screen: 'History',
    name: 'nothing found',
    reach: async ({ admin }) =>
      withNothingFound(
        await admin('/history'),
        'Search keywords and accounts',
        'No actions found for these filters.',
      ),
  },
  state(
    'History',
    'entries',
    ({ admin }) => admin('/history', MAPPINGS),
    async (page, { server }) => {
      storeMappings(server, { 'BRITISH GAS': '6310', 'KNOTTED ROPE SUPPLIES': '5100' });
      storeMappings(server, { 'BRITISH GAS': '6330' });
      storeMappings(server, { TRAVELODGE: null });
      storeMappings(server, { 'HARBOUR VIEW B&B': '6210' });
      storeMappings(server, { 'BRITISH GAS': '6311', 'ABBEY ROAD PARKING': null });
      await page.reload();
      await page.getByRole('main').locator('time').first().waitFor();
    },
  ),
];

const administration: readonly ScreenState[] = [
  {
    screen: 'Admin',
    name: 'users and an application',
    reach: async (stage) => {
      const applicant = await stage.visitor();
      await register(applicant, { email: 'max@example.com', password: 'secret of max' });
      await button(applicant, 'Apply for Access').click();
      await says(applicant, messages.applied);
      await stage.server.addUser('nell@example.com', { name: 'Nell' });
      await stage.server.addUser('office.york@example.com', { name: 'York office' });
      storeUsage(stage, ['admin@example.com', 'nell@example.com']);
      const page = await stage.admin('/admin');
      await button(page, 'Edit nell@example.com').waitFor();
      await button(page, 'Approve max@example.com').waitFor();
      return page;
    },
  },
  state('Admin', 'Add New User with faults', '/admin', async (page) => {
    await button(page, '+ Add User').click();
    await button(page, 'Create User').click();
    await says(page, messages.nameMissing);
  }),
  {
    screen: 'Admin',
    name: 'Edit User',
    reach: async (stage) => {
      await stage.server.addUser('nell@example.com', { name: 'Nell' });
      const page = await stage.admin('/admin');
      await button(page, 'Edit nell@example.com').click();
      await page
        .getByRole('dialog')
        .getByText(/^Signed in|^Nobody has/)
        .waitFor();
      return page;
    },
  },
  state('Admin', 'no user found', '/admin', async (page) => {
    await page.getByText('admin@example.com').last().waitFor();
    await page.getByLabel('Search by email or name').fill('nobody');
    await says(page, 'No users found matching your search.');
  }),
  {
    screen: 'Frame',
    name: 'proposals wait',
    reach: async (stage) => {
      await propose(await stage.user());
      const page = await stage.admin('/');
      await page.getByText('1 proposal waiting').waitFor({ state: 'attached' });
      return page;
    },
  },
  state('Frame', 'account', '/', async (page) => {
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('dialog').waitFor();
  }),
  state('Frame', 'shortcuts', '/', async (page) => {
    await button(page, 'Keyboard shortcuts').click();
    await page.getByRole('dialog').waitFor();
  }),
];

/** Removes somebody's access, with an entry of its history. */
function removeAccess(server: Stage['server'], email: Email): void {
  const { tree } = server.services();
  const stored = readStoredAccess(email, [tree.read(ACCESS_VERSION_PATH), tree.read(accessPath(email))]);
  const id = newEntryId((bytes) => crypto.getRandomValues(bytes));
  tree.update(accessUpdateTo(null, stored, { id, by: SERVER_AUTHOR }) ?? {});
}

/** The screens that show the list, the history or people; how a person gets there, and what says that all is there. */
const SCREENS: readonly {
  readonly screen: string;
  readonly path: string;
  readonly full: (page: Page) => Locator;
}[] = [
  {
    screen: 'Classifier',
    path: '/',
    full: (page) => page.getByText(`${Object.keys(MAPPINGS).length} mappings`),
  },
  { screen: 'Upload', path: '/upload', full: (page) => pairBox(page) },
  { screen: 'Database', path: '/database', full: (page) => button(page, 'Edit AMAZON WEB SERVICES') },
  { screen: 'Health', path: '/database/health', full: (page) => page.getByText(/checked,/).first() },
  {
    screen: 'Chart of accounts',
    path: '/database/accounts',
    full: (page) => button(page, 'Import'),
  },
  {
    screen: 'Proposals',
    path: '/database/proposals',
    full: (page) => page.getByText(proposalMessages.queueEmpty),
  },
  { screen: 'History', path: '/history', full: (page) => page.getByRole('main').locator('time').first() },
  { screen: 'Admin', path: '/admin', full: (page) => page.getByText('admin@example.com').last() },
];

/** What each of these screens shows before its data are here, without a server, and when the connection ends. */
const faults: readonly ScreenState[] = SCREENS.flatMap(({ screen, path, full }) => [
  {
    screen,
    name: 'loading',
    reach: async (stage) => {
      const page = await stage.admin(path);
      await full(page).waitFor();
      stage.proxy.stallDatabase();
      await withoutDirectory(page, 'silent');
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
      return page;
    },
  },
  {
    screen,
    name: 'cannot be loaded',
    reach: async (stage) => {
      const page = await stage.admin(path);
      await full(page).waitFor();
      stage.proxy.cutDatabase();
      await withoutDirectory(page, 'refused');
      await page.reload();
      // After "Connection lost": ordinary requests get through.
      await says(page, /block WebSockets/);
      return page;
    },
  },
  {
    screen,
    name: 'offline',
    reach: async (stage) => {
      const page = await stage.admin(path);
      await full(page).waitFor();
      stage.proxy.cutAll();
      await page.getByText(messages.connectionLost).first().waitFor();
      return page;
    },
  },
]);

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
