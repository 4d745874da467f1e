import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessKey, normaliseEmail } from '#model/email.ts';
import { accountMessages } from '#model/text/accountMessages.ts';
import { messages } from '#model/text/messages.ts';
import { STEP_TIMEOUT_MS } from '#src/services/runSteps.ts';
import {
  addUser,
  adminBox,
  allowBox,
  answerNativeQuestion,
  button,
  classifier,
  says,
} from '../support/screens.ts';
import { useFaultTestEnvironment } from '../support/testEnvironment.ts';

const environment = useFaultTestEnvironment();

/** Where a page writes documents, and where it reads them. */
const WRITES = '**/documents:commit*';
const READS = '**/documents:batchGet*';

/** Cuts one of the two stores off from this page. */
const cut = {
  documents: (page: Page) => page.route(WRITES, (route) => route.abort()),
  database: async (_page: Page) => environment.proxy.cutDatabase(),
};
type Store = keyof typeof cut;

/**
 * Resolves when the page waits for nothing any more but for the store that is cut. Only then may its time run out:
 * moved on before, the clock would end an earlier step, whose answer is on its way. Ask before the action.
 */
const stuck: Readonly<Record<Store, (page: Page) => Promise<unknown>>> = {
  documents: refusedWrite,
  database: (page) => page.waitForFunction(() => self.hasWrittenMirror),
};

/** Whether the page tries to write documents. */
function isWrite(request: Request): boolean {
  return request.url().includes('/documents:commit');
}

/** Resolves when the page has tried in vain. */
function refusedWrite(page: Page): Promise<unknown> {
  return page.waitForEvent('requestfailed', isWrite);
}

/** Has the page note its request to the ledger worker to write the access entry: a cut line shows nothing of it. */
function noteMirrorWrites(): void {
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (this: Worker, message: unknown, ...rest: []) {
    const { path = [] } = (message ?? {}) as { path?: readonly string[] };
    self.hasWrittenMirror ||= path.includes('writeAccess') || path.includes('removeAccess');
    postMessage.call(this, message, ...rest);
  };
}

declare global {
  /** In a page of {@link noteMirrorWrites}. */
  var hasWrittenMirror: boolean | undefined;
}

/** Resolves when the store can be reached again: then the connection to the database sends what it still has to say. */
const restore = {
  documents: (page: Page) => page.unroute(WRITES),
  database: async (_page: Page) => {
    environment.proxy.restore();
    await expect.poll(() => environment.proxy.databaseConnections(), { timeout: 60_000 }).toBeGreaterThan(0);
  },
};

/** Why an action fails while a store is away. */
const REASONS: Readonly<Record<Store, string>> = {
  documents: 'the server cannot be reached',
  database: 'the server does not answer',
};

/** A person's rights: `-` none, `u` a user's, `a` an admin's; in the record, then in the access entry. */
function rights(email: string): string {
  const { documents, tree } = environment.server.services();
  const record = documents.readDocument(['users', email]);
  const accessEntry = tree.read(`access/${accessKey(normaliseEmail(email))}`) as Entry | null;
  const letter = ({ allow, admin }: Entry) => (allow ? (admin ? 'a' : 'u') : '-');
  const ofRecord = {
    allow: record?.['allow']?.['booleanValue'] === true,
    admin: record?.['admin']?.['booleanValue'] === true,
  };
  return letter(ofRecord) + letter(accessEntry ?? { allow: false, admin: false });
}
type Entry = { readonly allow: boolean; readonly admin: boolean };

const hasRights = (email: string, expected: string) =>
  expect.poll(() => rights(email), { timeout: 60_000 }).toBe(expected);

/** Time passes little by little, since what is sent meanwhile is answered in its own time. */
const A_MOMENT_MS = STEP_TIMEOUT_MS / 20;

function hasApplied(email: string): boolean {
  return environment.server.services().documents.readDocument(['applications', email]) !== null;
}

/** An application, as the rules take it. */
async function apply(email: string): Promise<void> {
  environment.server.services().documents.setDocument(['applications', email], {
    email: { stringValue: email },
    name: { stringValue: 'Applicant' },
    appliedAt: { timestampValue: new Date().toISOString() },
    uid: { stringValue: 'uid-of-the-applicant' },
    emailVerified: { booleanValue: true },
  });
}

/**
 * Lets the time pass that the page waits for an answer, until it says `text`. While a write is on its way time stands
 * still: what cannot be reached would be taken for what does not answer.
 */
async function untilTimeIsUp(page: Page, text: RegExp): Promise<void> {
  const onTheirWay = new Set<Request>();
  const begin = (request: Request) => isWrite(request) && onTheirWay.add(request);
  const end = (request: Request) => onTheirWay.delete(request);
  page.on('request', begin).on('requestfailed', end).on('requestfinished', end);
  await expect
    .poll(
      async () => {
        if (onTheirWay.size === 0) await page.clock.fastForward(A_MOMENT_MS);
        return page.getByText(text).first().isVisible();
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  page.off('request', begin).off('requestfailed', end).off('requestfinished', end);
}

const withClock = async (page: Page) => {
  await page.clock.install();
  await page.addInitScript(noteMirrorWrites);
};
/** To sign in is a write as well: one that is still on its way would be taken for what the test cuts off. */
const lastLogin = () =>
  environment.server.services().documents.readDocument(['users', environment.server.admin.email])?.[
    'lastLogin'
  ]?.['stringValue'];

async function admin(): Promise<Page> {
  const page = await environment.admin(withClock);
  await expect.poll(lastLogin, { timeout: 60_000 }).toBeDefined();
  return page;
}

/** An administrator whose tab can go away. */
async function passing(): Promise<Page> {
  const before = lastLogin();
  const page = await environment.adminVisitor(environment.server.admin, withClock);
  await expect.poll(lastLogin, { timeout: 60_000 }).not.toBe(before);
  return page;
}

type Case = {
  readonly what: string;
  readonly prepare: (email: string) => Promise<unknown>;
  readonly act: (page: Page, email: string) => Promise<void>;
  /** What the screen says, but for the reason. */
  readonly failed: (email: string) => string;
  readonly done: (email: string) => string;
  /** Rights half-way, by the store that is cut. */
  readonly halfWay: Readonly<Record<Store, string>>;
  /** Rights when the store is back: the database gets what was sent to it, a document is not sent again. */
  readonly delivered: Readonly<Record<Store, string>>;
  /** Rights after Retry. */
  readonly end: string;
};

const cases: readonly Case[] = [
  {
    what: 'approving',
    prepare: apply,
    act: (page, email) => button(page, `Approve ${email}`).click(),
    failed: (email) => `Failed to approve ${email}`,
    done: messages.approved,
    halfWay: { documents: '--', database: 'u-' },
    delivered: { documents: '--', database: 'uu' },
    end: 'uu',
  },
  {
    what: 'making an admin',
    prepare: (email) => environment.server.addUser(email),
    act: (page, email) => adminBox(page, email).click(),
    failed: () => 'Failed to update user',
    done: messages.adminGranted,
    halfWay: { documents: 'uu', database: 'au' },
    delivered: { documents: 'uu', database: 'aa' },
    end: 'aa',
  },
  {
    what: 'unmaking an admin',
    prepare: (email) => environment.server.addUser(email, { admin: true }),
    act: (page, email) => adminBox(page, email).click(),
    failed: () => 'Failed to update user',
    done: messages.adminRevoked,
    halfWay: { documents: 'au', database: 'aa' },
    delivered: { documents: 'au', database: 'au' },
    end: 'uu',
  },
  {
    what: 'removing',
    prepare: (email) => environment.server.addUser(email),
    act: async (page, email) => {
      const question = answerNativeQuestion(page, 'accept');
      await allowBox(page, email).click();
      await question;
    },
    failed: (email) => `Failed to remove ${email}`,
    done: messages.removed,
    halfWay: { documents: 'u-', database: 'uu' },
    delivered: { documents: 'u-', database: 'u-' },
    end: '--',
  },
];

describe('a store that goes away in the middle of', () => {
  const rows = cases.flatMap((row) =>
    (['documents', 'database'] as const).map((store) => [row.what, store, row] as const),
  );

  it.each(rows)(
    '%s (%s): nobody has more rights, the screen says so, Retry completes it',
    async (...test) => {
      const [what, store, { prepare, act, failed, done, halfWay, delivered, end }] = test;
      const email = `${what.replaceAll(' ', '-')}.${store}@example.com`;
      await prepare(email);
      const page = await admin();
      await cut[store](page);
      const isStuck = stuck[store](page);
      await act(page, email);
      await isStuck;
      await hasRights(email, halfWay[store]);
      await untilTimeIsUp(page, new RegExp(`${failed(email)}: ${REASONS[store]}`));
      expect(rights(email)).toBe(halfWay[store]);
      await restore[store](page);
      await hasRights(email, delivered[store]);
      await button(page, 'Retry').click();
      await says(page, done(email));
      expect(rights(email)).toBe(end);
      expect(hasApplied(email)).toBe(false);
    },
  );
});

describe('a failure at the last step of', () => {
  it('approving leaves the application, and Retry ends it', async () => {
    const email = 'last.step@example.com';
    await apply(email);
    const page = await admin();
    await cut.database(page);
    const isStuck = stuck.database(page);
    await button(page, `Approve ${email}`).click();
    await isStuck;
    await hasRights(email, 'u-');
    await cut.documents(page);
    const refused = refusedWrite(page);
    await restore.database(page);
    await hasRights(email, 'uu');
    // Only then does the page have the answer about the access entry, and is at the last step.
    await refused;
    await untilTimeIsUp(page, /Failed to approve/);
    expect(hasApplied(email)).toBe(true);
    await restore.documents(page);
    await button(page, 'Retry').click();
    await says(page, messages.approved(email));
    expect(hasApplied(email)).toBe(false);
    expect(rights(email)).toBe('uu');
  });
});

describe('adding a user', () => {
  const newcomer = (email: string) => ({ email, name: 'New', password: 'secret of new' });

  it.each(['documents', 'database'] as const)(
    'while a store is away (%s) is finished when asked for again',
    async (store) => {
      const person = newcomer(`added.${store}@example.com`);
      const page = await admin();
      await cut[store](page);
      const isStuck = stuck[store](page);
      await addUser(page, person);
      await isStuck;
      await untilTimeIsUp(page, new RegExp(`Failed to create user: ${REASONS[store]}`));
      await restore[store](page);
      await listIsUpToDate(page, `after.${store}@example.com`);
      await button(page, 'Create User').click();
      await says(page, messages.userCreated);
      expect(rights(person.email)).toBe('uu');
      await classifier(await environment.signedIn(person));
    },
  );
});

/** The form follows the list, which gets changes in their order: that of `newcomer`, who is added for this, comes last. */
async function listIsUpToDate(page: Page, newcomer: string): Promise<void> {
  await environment.server.addUser(newcomer);
  await page.getByText(newcomer).waitFor();
}

describe('an action', () => {
  it('goes on when a request is never answered', async () => {
    const { email } = await environment.server.addUser('amid.silence@example.com');
    const page = await admin();
    await adminBox(page, email).waitFor();
    // The record that the access entry is made from: the page asks for it, and is answered the second time only.
    let times = 0;
    await page.route(READS, (route) => {
      if (asksFor(route.request(), email) && ++times === 1) return;
      return route.continue();
    });
    await adminBox(page, email).click();
    await says(page, messages.adminGranted(email));
    expect(times).toBeGreaterThan(1);
    expect(rights(email)).toBe('aa');
    await page.unroute(READS);
  });
});

/** Whether Firestore is asked for the record of this person. */
function asksFor(request: Request, email: string): boolean {
  return (request.postData() ?? '').includes(`/documents/users/${email}`);
}

describe('an admin who disappears half-way', () => {
  const OUT_OF_SYNC = 'Some rights are out of sync';

  it('leaves a grant that the next admin sees as out of sync, and repairs', async () => {
    const { email } = await environment.server.addUser('half.granted@example.com');
    const first = await passing();
    await cut.database(first);
    await adminBox(first, email).click();
    await hasRights(email, 'au');
    // Once the line is back the page would get through what it holds back.
    await first.goto('about:blank');
    await environment.clear();
    expect(rights(email)).toBe('au');

    const second = await environment.adminVisitor(environment.server.admin);
    await says(second, OUT_OF_SYNC);
    await says(second, new RegExp(`not yet in force everywhere for: ${email}`));
    await button(second, 'Repair').click();
    await says(second, accountMessages.userRepaired(email));
    expect(rights(email)).toBe('aa');
    await second.getByText(OUT_OF_SYNC).waitFor({ state: 'detached' });
  });

  it('leaves a removal that the next admin sees, and completes', async () => {
    const { email } = await environment.server.addUser('half.removed@example.com');
    const first = await passing();
    await cut.documents(first);
    const refused = refusedWrite(first);
    const question = answerNativeQuestion(first, 'accept');
    await allowBox(first, email).click();
    await question;
    // Gone before, the page may get through what its route holds back just then.
    await refused;
    await first.goto('about:blank');
    await environment.clear();
    expect(rights(email)).toBe('u-');

    const second = await environment.adminVisitor(environment.server.admin);
    await says(second, OUT_OF_SYNC);
    const answered = answerNativeQuestion(second, 'accept');
    await allowBox(second, email).click();
    await answered;
    await says(second, messages.removed(email));
    expect(rights(email)).toBe('--');
    await second.getByText(OUT_OF_SYNC).waitFor({ state: 'detached' });
  });
});
