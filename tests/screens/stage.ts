import type { Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { type FaultProxy, startFaultProxy } from '../support/faultProxy.ts';
import { button, type Credentials, signIn } from '../support/screens.ts';
import { replaceList, startTestServer, storeChart, type TestServer } from '../support/server.ts';
import { createTestIdentities } from '../support/testIdentities.ts';

/** One browser and one product for all pictures; each state gets a browser profile of its own. */
export type Stage = {
  readonly server: TestServer;
  readonly proxy: FaultProxy;
  /** A signed-out visitor at `path`. */
  visitor(path?: string): Promise<Page>;
  /** The first administrator at `path`, whose list has `mappings` and whose chart has `chart` (by default the usual ones). */
  admin(
    path?: string,
    mappings?: Readonly<Record<string, string>>,
    chart?: Readonly<Record<string, string>>,
  ): Promise<Page>;
  /** Somebody who may use the app. */
  user(path?: string): Promise<Page>;
  /** Sends all visitors away, and ends the faults. */
  leave(): Promise<void>;
  close(): Promise<void>;
};

/** A small list as a company has it. */
export const MAPPINGS: Readonly<Record<string, string>> = {
  'AMAZON WEB SERVICES': '6400',
  'BRITISH GAS': '6310',
  'COSTCO WHOLESALE': '5100',
  'British Airways': '6220',
  'MICROSOFT 365': '6410',
  'TRANSFER TO SAVINGS': '1020',
  'DHL EXPRESS': '6150',
  'Stripe Payout': '4000',
  'ROYAL MAIL': '6150',
  'ADP PAYROLL': '7000',
  TRAVELODGE: '6210',
  'PREMIER INN': '6210',
  'THAMES WATER': '6320',
  'SHELL PETROL': '6230',
  'Office Depot': '6110',
  'AARDVARK COACHES': '6220',
  'ABACUS STATIONERS': '6110',
  'ABBEY ROAD PARKING': '6230',
  'ACORN CATERING': '6240',
  'ADLER LOCKSMITHS': '6330',
  'AIRPORT EXPRESS': '6220',
  'ALDER & SONS PLUMBING': '6330',
  'AMBER COURIERS': '6150',
  'ANGLIAN WATER': '6320',
  'APEX INSURANCE': '6600',
  'AQUA COOLERS RENTAL': '6320',
  'ARDEN HOTEL': '6210',
  'ASH TREE CLEANING': '6330',
  'ATLAS FREIGHT': '5110',
  'AVON TYRES': '6230',
  'AZURE HOSTING': '6400',
};

/** Names as long as charts have them. */
const CHART: Readonly<Record<string, string>> = {
  '1020': 'Savings account at the savings bank',
  '4000': 'Sales by card in the web shop, all rates',
  '5100': 'Food and beverages for resale with freight',
  '5110': 'Freight, customs and insurance of purchases',
  '6110': 'Office supplies and small equipment',
  '6150': 'Post, courier and parcel services abroad',
  '6210': 'Hotels and other accommodation on journeys',
  '6220': 'Flights and rail journeys of employees',
  '6230': 'Cars: fuel, tolls, parking and maintenance',
  '6240': 'Meals and catering of guests and employees',
  '6310': 'Gas and electricity of offices and stores',
  '6320': 'Water, sewage and waste of all premises',
  '6330': 'Repairs and cleaning of rented premises',
  '6400': 'Hosting, servers and cloud infrastructure',
  '6410': 'Software licences and subscriptions',
  '6600': 'Insurance of the business, without cars',
  '7000': 'Wages, salaries and social contributions',
};

export async function openStage(): Promise<Stage> {
  const [browser, server] = await Promise.all([
    launchBrowser(),
    startTestServer({ identities: createTestIdentities(), logError: () => {} }),
  ]);
  const proxy = await startFaultProxy(server.origin);
  const stage: Stage = {
    server,
    proxy,
    visitor: async (path = '/') => {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      context.setDefaultTimeout(30_000);
      const page = await context.newPage();
      await page.goto(proxy.origin + path);
      return page;
    },
    admin: (path, mappings = MAPPINGS, chart = CHART) => {
      replaceList(server, mappings);
      storeChart(server, chart);
      return signedIn(stage, server.admin, path);
    },
    user: async (path) => {
      replaceList(server, MAPPINGS);
      storeChart(server, CHART);
      return signedIn(stage, await server.addUser('ben@example.com', { name: 'Ben' }), path);
    },
    leave: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
      proxy.restore();
      proxy.endStalled();
      server.empty();
    },
    close: async () => {
      await browser.close();
      await proxy.close();
      await server.stop();
    },
  };
  return stage;
}

async function signedIn(stage: Stage, person: Credentials, path?: string): Promise<Page> {
  const page = await stage.visitor(path);
  await signIn(page, person);
  await button(page, 'Logout').waitFor();
  return page;
}
