import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileDatabaseRules } from '#server/rules/database/compileDatabaseRules.ts';
import type { DatabaseRules } from '#server/rules/rules.ts';
import { byStage, sampledByStage } from '../support/fullRun.ts';
import { seededRandom } from '../support/random.ts';
import { tablesOf } from '../support/tablesOf.ts';
import { type Attack, randomAttack } from './support/attacks.ts';
import { partsOf, viewOf, withUpdate } from './support/memoryTree.ts';
import { authOf, people, personOf } from './support/people.ts';
import { brokenPromise } from './support/promises.ts';
import { seed } from './support/seed.ts';

const NOW = Date.now();
const ATTACKS = byStage({ usual: 2_000, full: 200_000 });

const intact = readFileSync(new URL('../../rules/database.rules.json', import.meta.url), 'utf8');
const before = { seq: 3, at: 1_600_000_000_000, kind: 'add', batch: 'b0', by: people.adminByEmail.uid };
/** The seed with entries before the newest ones; some of the people have just proposed something. */
const stored = withUpdate(undefined, {
  ...seed.tree,
  'gl_mappings_history/v0': before,
  'gl_mappings_changes/v0': { seq: 3, changes: { LEGACY: { after: '6300' } } },
  'gl_accounts_history/c0': before,
  'access_history/a0': { ...before, seq: 1 },
  [`gl_proposal_limit/${people.byEmail.uid}`]: { last: 'p1', at: NOW - 5_000 },
  [`gl_proposal_limit/${people.pinned.uid}`]: { last: 'm1', at: NOW - 15_000 },
});

/** Whether the rules accept the attack, and which promise it breaks then. */
function outcome(rules: DatabaseRules, { role, update }: Attack) {
  const after = withUpdate(stored, update, NOW);
  const [root, newRoot] = [viewOf(stored), viewOf(after)];
  const paths = Object.keys(update).map(partsOf);
  const isAccepted = rules.mayWrite({ auth: authOf(role), paths, root, newRoot, now: NOW });
  if (!isAccepted) return { isAccepted };
  const by = role === 'signedOut' ? null : personOf(role);
  return { isAccepted, broken: brokenPromise({ by, now: NOW, before: stored, after }) };
}

/** Attacks one after the other, until one breaks a promise. */
function attack(rules: DatabaseRules, attacks: number) {
  const random = seededRandom(20_261_126);
  let accepted = 0;
  for (let i = 0; i < attacks; i++) {
    const attempt = randomAttack(random);
    const { isAccepted, broken } = outcome(rules, attempt);
    if (broken !== undefined) return { accepted, broken, attempt };
    if (isAccepted) accepted++;
  }
  return { accepted, broken: undefined };
}

describe('whoever sends whatever', () => {
  it('breaks no promise of the rules', () => {
    const { accepted, ...found } = attack(compileDatabaseRules(intact), ATTACKS);
    expect(found).toEqual({ broken: undefined });
    // Most are refused; where hardly any is accepted, nothing is tried.
    expect(accepted).toBeGreaterThan(ATTACKS / 50);
  });
});

/** What somebody could do where a part of the rules were missing: so the attacks are strong enough to find it. */
const WEAKENINGS = tablesOf('rules/weakenings')<[name: string, part: string, instead: string]>('weakenings');

describe('an attacker finds what is missing', () => {
  it.each(sampledByStage(WEAKENINGS, 5))('%s', (_name, part, instead) => {
    expect(intact).toContain(part);
    const weakened = compileDatabaseRules(intact.replaceAll(part, instead));
    expect(attack(weakened, 40_000).broken).toBeDefined();
  });
});
