import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { extendPart } from '#src/services/workerLink.ts';
import { showDatabase, startDatabase } from './support/databaseSetup.tsx';
import { expectAccessible } from './support/expectAccessible.ts';
import { SCHEMES } from './support/schemes.ts';
import { button, says } from './support/steps.ts';

beforeEach(async () => {
  await page.viewport(1280, 900);
});

/** Twelve branches of one hotel: one keyword more than ten share. */
const HOTELS = [...'ABCDEFGHIJKL'].map((letter) => [`GRAND HOTEL CITY ${letter}`, '6200'] as const);
const RIVAL = ['GRAND HOTEL CITY SPA', '7000'] as const;

const zebras = (first: number, glAccount: string) =>
  Array.from({ length: 13 }, (_unused, i) => [`ZEBRA CLEANING ${first + i}`, glAccount] as const);
/** A keyword of 7100 that some texts of 7200 contain, and a longer one of 7200 that some texts of 7100 contain. */
const OCELOTS = Array.from({ length: 25 }, (_unused, i) => {
  if (i < 4) return [`OCELOT CATERING LONDON ${i}`, '7100'] as const;
  return i < 13
    ? ([`OCELOT CATERING ${i}`, '7100'] as const)
    : ([`OCELOT CATERING LONDON ${i}`, '7200'] as const);
});

/** The screen over a list, analysed. */
async function analysed(list: readonly (readonly [string, string])[], scheme: 'light' | 'dark' = 'light') {
  const { ledger, memory } = await startDatabase(list);
  const screen = await showDatabase(ledger, { scheme });
  await button('Analyze Keywords').click();
  return { screen, memory };
}

describe('the analysis', () => {
  it('says when there is nothing to do', async () => {
    const { screen } = await analysed([]);
    await expect.element(screen.getByText('No potential optimizations found.')).toBeVisible();
    await expect.element(screen.getByRole('region', { name: 'Analysis Report' })).not.toBeInTheDocument();
  });

  it('removes duplicates at once, which can be undone', async () => {
    const { screen, memory } = await analysed([['premier inn', '6200']]);
    await expect.element(screen.getByText(/Removed 1 duplicate keywords\.\.\./)).toBeVisible();
    expect(await memory.stored('premier inn')).toBeNull();
    await says(button('Undo').click(), 'Undone.');
    expect(await memory.stored('premier inn')).toEqual({ description: 'premier inn', glAccount: '6200' });
  });

  it('shows ten originals, all of them on demand, and what approving would do', async () => {
    const { screen } = await analysed(HOTELS);
    await expect.element(screen.getByText('Analysis complete...')).toBeVisible();
    const originals = screen.getByRole('list', { name: 'Original keywords' });
    await expect.element(originals.getByText('GRAND HOTEL CITY J')).toBeVisible();
    expect(originals.element().children).toHaveLength(10);
    await says(button('Show all 12').click(), originals.getByText('GRAND HOTEL CITY L'));
    await expect
      .element(button('Approve for GRAND HOTEL CITY'))
      .toHaveAccessibleDescription('12 mappings become 1 keyword. No known text changes its account.');
  });
});

describe('approving', () => {
  it('writes the keyword in place of its originals, and undoing brings the consolidation back', async () => {
    const { screen, memory } = await analysed(HOTELS);
    const approved = 'Consolidation approved... 12 mappings became “GRAND HOTEL CITY” → 6200.';
    await says(button('Approve for GRAND HOTEL CITY').click(), approved);
    await expect.element(screen.getByRole('region', { name: 'Analysis Report' })).not.toBeInTheDocument();
    const expected = { description: 'GRAND HOTEL CITY', glAccount: '6200' };
    expect(await memory.stored('GRAND HOTEL CITY')).toEqual(expected);
    expect(await memory.stored('GRAND HOTEL CITY A')).toBeNull();
    await says(button('Undo').click(), button('Approve for GRAND HOTEL CITY'));
    expect(await memory.stored('GRAND HOTEL CITY')).toBeNull();
    expect(await memory.stored('GRAND HOTEL CITY A')).not.toBeNull();
  });

  it('of which only a part was stored closes the report, whose effects would be wrong, and offers Undo', async () => {
    const { ledger } = await startDatabase(HOTELS);
    const inPart = { kind: 'failed', detail: 'no connection', count: 3, undo: 'b1' } as const;
    Object.assign(ledger, { editor: extendPart(ledger.editor, { apply: async () => inPart }) });
    const screen = await showDatabase(ledger);
    await button('Analyze Keywords').click();
    await says(button('Approve for GRAND HOTEL CITY').click(), /A part was stored before it failed/);
    await expect.element(button('Undo')).toBeVisible();
    await expect.element(screen.getByRole('region', { name: 'Analysis Report' })).not.toBeInTheDocument();
  });

  it('is not done when somebody else has changed an original since', async () => {
    const { screen, memory } = await analysed(HOTELS);
    await expect.element(screen.getByRole('region', { name: 'Analysis Report' })).toBeVisible();
    await memory.changeMapping('GRAND HOTEL CITY C', '9999');
    const refusal = /someone has changed “GRAND HOTEL CITY C” since the analysis/;
    await says(button('Approve for GRAND HOTEL CITY').click(), refusal);
    expect(await memory.stored('GRAND HOTEL CITY C')).toMatchObject({ glAccount: '9999' });
  });

  it('puts the focus on the next consolidation, and after the last on the heading', async () => {
    const inns = HOTELS.map(([name]) => [name.replace('HOTEL CITY', 'INN OF TOWN'), '6300'] as const);
    const { screen } = await analysed([...HOTELS, ...inns]);
    await button('Approve for GRAND HOTEL CITY').click();
    await expect.element(screen.getByRole('listitem', { name: 'GRAND INN OF TOWN' })).toHaveFocus();
    await button('Dismiss GRAND INN OF TOWN').click();
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  it('counts later changes of the list, and refuses consolidations that they affect until it is analysed again', async () => {
    const { screen, memory } = await analysed(HOTELS);
    const report = screen.getByRole('region', { name: 'Analysis Report' });
    await expect.element(report).toBeVisible();
    await memory.changeMapping('GRAND HOTEL CITY PALACE', '7000');
    await expect.element(report.getByText(/1 mapping has changed since the analysis/)).toBeVisible();
    const refusal = /someone has changed “GRAND HOTEL CITY PALACE” since the analysis/;
    await says(button('Approve for GRAND HOTEL CITY').click(), refusal);
    expect(await memory.stored('GRAND HOTEL CITY A')).not.toBeNull();
    await says(button('Analyze Again').click(), report.getByText('CONFLICT'));
    await expect.element(report.getByText(/changed since the analysis/)).not.toBeInTheDocument();
  });

  it('that the server refuses shows a message, and the consolidation stays until it is dismissed', async () => {
    const { screen, memory } = await analysed(HOTELS);
    const report = screen.getByRole('region', { name: 'Analysis Report' });
    await expect.element(report).toBeVisible();
    await memory.refuse(true);
    await says(button('Approve for GRAND HOTEL CITY').click(), 'An error occurred during consolidation.');
    await expect.element(button('Approve for GRAND HOTEL CITY')).toBeEnabled();
    await button('Dismiss GRAND HOTEL CITY').click();
    await expect.element(report).not.toBeInTheDocument();
    expect(await memory.stored('GRAND HOTEL CITY A')).not.toBeNull();
  });
});

describe('a conflict', () => {
  it('names the other account, and is resolved for the chosen one; originals of the other stay', async () => {
    const { screen, memory } = await analysed([...HOTELS, RIVAL]);
    const report = screen.getByRole('region', { name: 'Analysis Report' });
    await expect.element(report.getByText('CONFLICT')).toBeVisible();
    await expect
      .element(report.getByText(/Ambiguous: also in 1 mapping of another account/))
      .toHaveTextContent('GRAND HOTEL CITY SPA of account 7000');
    await expect
      .element(report.getByText(/None is unambiguous and leaves all known texts their account/))
      .toBeVisible();
    await button('Use 7000 for GRAND HOTEL CITY').click();
    await expect.element(screen.getByText('Conflict resolved: keyword now mapped to account.')).toBeVisible();
    expect(await memory.stored('GRAND HOTEL CITY')).toMatchObject({ glAccount: '7000' });
    expect(await memory.stored('GRAND HOTEL CITY A')).toMatchObject({ glAccount: '6200' });
  });

  it('that is decided takes the other consolidation of its keyword with it, and undoing brings both back', async () => {
    const { screen, memory } = await analysed([...zebras(0, '7100'), ...zebras(50, '7200')]);
    const uses = button('Use 7100 for ZEBRA CLEANING');
    await says(uses.first().click(), '1 other proposal does not apply any more.');
    await expect.element(screen.getByRole('region', { name: 'Analysis Report' })).not.toBeInTheDocument();
    expect(await memory.stored('ZEBRA CLEANING')).toMatchObject({ glAccount: '7100' });
    expect(await memory.stored('ZEBRA CLEANING 50')).toMatchObject({ glAccount: '7200' });
    await says(button('Undo').click(), uses.nth(1));
    expect(await memory.stored('ZEBRA CLEANING 0')).toMatchObject({ glAccount: '7100' });
  });

  it('names the texts that an earlier decision has replaced; dismissed consolidations stay away', async () => {
    const { screen } = await analysed([...OCELOTS, ...HOTELS]);
    await button('Dismiss GRAND HOTEL CITY').click();
    await screen.getByRole('button', { name: 'Use 7100 for OCELOT CATERING', exact: true }).click();
    const report = screen.getByRole('region', { name: 'Analysis Report' });
    await expect.element(report.getByText(/also in 4 replaced texts of another account/)).toBeVisible();
    await expect
      .element(button('Use 7200 for OCELOT CATERING LONDON'))
      .toHaveAccessibleDescription(
        /4 known texts change their account:.*OCELOT CATERING LONDON 0.*7100 → 7200/,
      );
    await says(button('Undo').click(), report.getByText(/also in 12 mappings of another account/));
    expect(report.getByText('GRAND HOTEL CITY', { exact: true }).elements()).toEqual([]);
  });

  it('that cannot be written shows a message', async () => {
    const { screen, memory } = await analysed([...HOTELS, RIVAL]);
    await expect.element(screen.getByRole('region', { name: 'Analysis Report' })).toBeVisible();
    await memory.refuse(true);
    await says(button('Use 6200 for GRAND HOTEL CITY').click(), 'Error resolving conflict.');
  });
});

it.each(SCHEMES)('the report has no accessibility violation (%s)', async (scheme) => {
  const { screen } = await analysed([...HOTELS, RIVAL], scheme);
  await expect
    .element(screen.getByRole('list', { name: 'Original keywords' }).getByText('GRAND HOTEL CITY A'))
    .toBeVisible();
  await expectAccessible();
});
