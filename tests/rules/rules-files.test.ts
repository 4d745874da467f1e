import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accessKey, normaliseEmail } from '#model/email.ts';
import { MAX_NAME_LENGTH } from '#model/limits.ts';
import { databaseRulesJson } from '#rules/databaseRules.ts';
import { compileDatabaseRules } from '#server/rules/database/compileDatabaseRules.ts';
import { parseRuleset } from '#server/rules/firestore/ruleset.ts';
import { loadRules } from '#server/rules/loadRules.ts';
import { StartError } from '#server/StartError.ts';
import { getDocument, read, updateTree } from './support/actions.ts';
import { runUpdate } from './support/entries.ts';
import { authContext } from './support/people.ts';
import { printRuleset } from './support/printRules.ts';
import { RulesDriver } from './support/RulesDriver.ts';

const rulesFile = (name: string) => new URL(`../../rules/${name}`, import.meta.url);
const firestoreRules = readFileSync(rulesFile('firestore.rules'), 'utf8');

describe('the rules files', () => {
  it('hold what the template says: npm run rules writes database.rules.json anew', () => {
    expect(readFileSync(rulesFile('database.rules.json'), 'utf8')).toBe(databaseRulesJson());
  });

  it('can be deployed: the file has a limit of its own, and so has each expression', () => {
    const text = readFileSync(rulesFile('database.rules.json'), 'utf8');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(45_000);
    const expressions: string[] = [];
    JSON.parse(text, (_, value) => {
      if (typeof value === 'string') expressions.push(JSON.stringify(value));
      return value;
    });
    expect(expressions.length).toBeGreaterThan(100);
    expect(Math.max(...expressions.map(({ length }) => length))).toBeLessThanOrEqual(4_000);
  });

  // A recorded answer of Google's says that a document that is not there has no `resource`, not even null.
  it('ask whether a document is there by exists() alone', () => {
    expect(firestoreRules).not.toMatch(/resource\s*[!=]=/);
    expect(firestoreRules.match(/!exists\(/g)).toHaveLength(2);
  });

  it('bound names as the model does', () => {
    expect(firestoreRules).toContain(`value.size() <= ${MAX_NAME_LENGTH} `);
  });

  // Otherwise every write of anybody would have the right to every place that somebody listens to checked again.
  it('let the rights to read be looked at again after a change of access, not after every write', () => {
    const { affectsReads } = compileDatabaseRules(databaseRulesJson());
    const changed = ['gl_mappings', 'gl_mappings_version', 'gl_mappings_changes', 'gl_accounts', 'usage'];
    expect(changed.filter((place) => affectsReads([place, 'any']))).toEqual([]);
    expect(affectsReads(['access', 'ann@example%2Etest', 'allow'])).toBe(true);
  });

  it('say the same after printing, which the mutants rely on', () => {
    const printed = printRuleset(parseRuleset({ text: firestoreRules }));
    expect(printRuleset(parseRuleset({ text: printed }))).toBe(printed);
  });
});

describe('an address in a token is read as the product keys it', () => {
  const addresses = [
    'Ann.Bea@Example.Test',
    'a%2Eb@example.test',
    'a#b$c@example.test',
    'a[b]c@example.test',
    'a/b@example.test',
    "o'neil+tag@example.test",
    'ÄÖ.ü@example.test',
  ];
  it.each(addresses)('%s', (typed) => {
    const email = normaliseEmail(typed);
    const auth = authContext('uid-1', { email: typed, email_verified: true });
    const grant = { email, allow: true, admin: false, uid: 'uid-1' };
    const entry = `access/${accessKey(email)}`;
    const driver = RulesDriver.of(loadRules(), { documents: {}, tree: { [entry]: grant } });
    expect(driver.allows(auth, read('gl_mappings'))).toBe(true);
    expect(driver.allows(auth, read(entry))).toBe(true);
    expect(driver.allows(auth, updateTree('', runUpdate({ email }, 1)))).toBe(true);
  });

  it('in capitals is the same person in Firestore', () => {
    const auth = authContext('uid-1', { email: 'Ann@Example.Test', email_verified: true });
    const documents = { 'users/ann@example.test': { email: 'ann@example.test', allow: true, admin: false } };
    const driver = RulesDriver.of(loadRules(), { documents, tree: {} });
    expect(driver.allows(auth, getDocument('users/ann@example.test'))).toBe(true);
    expect(driver.allows(auth, getDocument('users/Ann@Example.Test'))).toBe(false);
  });

  it('with a slash leads to no other document', () => {
    const auth = authContext('uid-1', { email: 'x/notes/n', email_verified: true });
    const documents = { 'users/x/notes/n': { allow: true, admin: true }, 'users/other': { allow: true } };
    const driver = RulesDriver.of(loadRules(), { documents, tree: {} });
    expect(driver.allows(auth, getDocument('users/other'))).toBe(false);
  });

  it('may be missing, and then grants nothing', () => {
    const anonymous = authContext('uid-1', {});
    const driver = RulesDriver.of(loadRules(), { documents: {}, tree: { 'gl_mappings/X': 'x' } });
    expect(driver.allows(anonymous, read('gl_mappings'))).toBe(false);
    expect(driver.allows(anonymous, getDocument('users/x'))).toBe(false);
  });
});

describe('the server does not start', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gl-rules-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const refusal = () => {
    try {
      loadRules(folder);
    } catch (error) {
      return error;
    }
    return 'loaded';
  };

  it('without rules', () => {
    expect(refusal()).toBeInstanceOf(StartError);
  });

  it('with rules it does not understand, and says where', () => {
    writeFileSync(join(folder, 'firestore.rules'), firestoreRules);
    writeFileSync(join(folder, 'database.rules.json'), '{"rules": {\n  ".read": "auth.id()"\n}}');
    expect(refusal()).toMatchObject({
      kind: 'rules-unusable',
      message: `${join(folder, 'database.rules.json')}:/.read:6: unknown method "id"`,
    });
  });
});
