import { expect, it } from 'vitest';
import { AS_FOUND } from '#contract/summary.ts';
import { createChartApi } from '#workers/ledger/chart/chartApi.ts';
import { ACCOUNT, setupLedger, setupPasted } from '../support/ledgerSetup.ts';
import { setupTable } from '../support/tableSetup.ts';

/** In the order of model/accountOrder.ts, which neither code units nor digits as numbers alone give. */
const CODES = ['0000', '0004', '4', '700', '6100', '6100-01', '6100-2', '6101', '1A90', '1B30', '3N90'];
/** One mapping of each, in another order. */
const MAPPINGS = CODES.toReversed().map((code, i) => [`KEYWORD ${i + 10}`, code] as const);
const LEAVES = Object.fromEntries(
  MAPPINGS.map(([description, glAccount]) => [`gl_mappings/${description}`, { description, glAccount }]),
);

async function setupClassified() {
  const setup = await setupPasted(
    MAPPINGS.map(([description]) => description),
    LEAVES,
  );
  return setup;
}

async function setupChart() {
  const { database, ledger } = await setupLedger(LEAVES);
  return createChartApi({ database, list: ledger.list, account: ACCOUNT, onRevision() {} });
}

const LISTS: Readonly<Record<string, () => Promise<readonly (string | undefined)[]>>> = {
  'the Database screen, sorted by account': async () => {
    const { view } = await setupTable(MAPPINGS);
    const page = await view.page({ kind: 'search', text: '', order: 'account' }, 1);
    return page?.rows.map(({ mapping }) => mapping.glAccount) ?? [];
  },
  'the Database screen, sorted the other way round': async () => {
    const { view } = await setupTable(MAPPINGS);
    const page = await view.page({ kind: 'search', text: '', order: 'account-desc' }, 1);
    return page?.rows.map(({ mapping }) => mapping.glAccount).toReversed() ?? [];
  },
  'the accounts to choose from on the Database screen': async () => {
    const { view } = await setupTable(MAPPINGS);
    return (await view.accounts()).map(({ glAccount }) => glAccount);
  },
  'the accounts to choose from for a row': async () => {
    const { ledger, run } = await setupClassified();
    return (await ledger.rows.accountsInUse(run())).map(({ glAccount }) => glAccount);
  },
  'the summary by account': async () => {
    const { ledger, run } = await setupClassified();
    const summary = await ledger.rows.summarise(run(), AS_FOUND);
    return summary?.lines.map(({ account }) => account) ?? [];
  },
  'the chart of accounts': async () => {
    const chart = await setupChart();
    for (const [, code] of MAPPINGS) await chart.save(null, { code, name: '', note: '', isRetired: false });
    return (await chart.snapshot()).accounts.map(({ code }) => code);
  },
  'the accounts in use with which a chart can begin': async () => {
    const chart = await setupChart();
    const reading = await chart.readAccountsInUse();
    if (reading.kind !== 'ready') throw new Error(reading.kind);
    return (await chart.lines(reading.id, 'new', 0, CODES.length)).map(({ after }) => after.code);
  },
};

it.each(Object.keys(LISTS))('%s: has the one order of accounts', async (name) => {
  expect(await LISTS[name]?.()).toEqual(CODES);
});
