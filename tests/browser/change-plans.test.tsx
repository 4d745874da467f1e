import { expect, it, onTestFinished, vi } from 'vitest';
import { type ChangePlans, openChangePlans } from '#workers/ledger/list/changePlans.ts';

/** Another tab, which ends with its frame: locks are those of the document that requests them. */
function openTab(uid: string) {
  const frame = document.body.appendChild(document.createElement('iframe'));
  onTestFinished(() => frame.remove());
  const { locks } = (frame.contentWindow as Window).navigator;
  const plans = openChangePlans(uid);
  const holdAlone = (batch: string) => {
    const locksThere = vi.spyOn(navigator, 'locks', 'get').mockReturnValue(locks);
    const held = plans.holdAlone(batch);
    locksThere.mockRestore();
    return held;
  };
  return { plans: { ...plans, holdAlone } satisfies ChangePlans, end: () => frame.remove() };
}

it('“Continue” pressed in two tabs at once goes on in one, and in the other once that one is done', async () => {
  const uid = crypto.randomUUID();
  const tabs = [openChangePlans(uid), openTab(uid).plans];
  const releases = await Promise.all(tabs.map((plans) => plans.holdAlone('b1')));
  expect(releases.filter((release) => release !== null)).toHaveLength(1);
  const other = tabs[releases.indexOf(null)];
  expect(await other?.held()).toEqual(['b1']);
  expect(await other?.holdAlone('b1')).toBeNull();
  expect(await other?.holdAlone('b2')).not.toBeNull();
  for (const release of releases) release?.();
  await expect.poll(() => other?.holdAlone('b1')).not.toBeNull();
});

it('a tab that goes on with a change set and writes it leaves nothing held', async () => {
  const plans = openChangePlans(crypto.randomUUID());
  const release = await plans.holdAlone('b1');
  const written = plans.hold('b1');
  written();
  expect(await plans.held()).toEqual(['b1']);
  release?.();
  await expect.poll(() => plans.held()).toEqual([]);
});

it('a change set goes on in another tab once the one that was writing it is closed', async () => {
  const uid = crypto.randomUUID();
  const here = openChangePlans(uid);
  const { plans, end } = openTab(uid);
  expect(await plans.holdAlone('b1')).not.toBeNull();
  expect(await here.holdAlone('b1')).toBeNull();
  end();
  await expect.poll(() => here.holdAlone('b1')).not.toBeNull();
});
