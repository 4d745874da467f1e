import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackendDriver } from './support/backend/BackendDriver.ts';
import { startEmbeddedWorld } from './support/backend/embeddedWorld.ts';
import { startEmulatorWorld } from './support/backend/emulatorWorld.ts';
import { fieldCases } from './support/fieldCases.ts';
import { matrix } from './support/matrix.ts';
import { personOf, roles } from './support/people.ts';

/** The product's own backend, unless the environment names the official emulators (docs/rules.md). */
function startWorld() {
  const firestore = process.env['FIRESTORE_EMULATOR_HOST'];
  const database = process.env['FIREBASE_DATABASE_EMULATOR_HOST'];
  if (firestore && database) return startEmulatorWorld(firestore, database);
  if (!firestore && !database) return startEmbeddedWorld();
  throw new Error('Set both FIRESTORE_EMULATOR_HOST and FIREBASE_DATABASE_EMULATOR_HOST, or neither.');
}

describe.each(roles)('through the running backend, %s', (role) => {
  let driver: BackendDriver;
  beforeAll(async () => {
    driver = await BackendDriver.enter(await startWorld(), role);
  });
  afterAll(() => driver?.close());

  for (const { title, rows } of matrix) {
    describe(title, () => {
      for (const { name, action, may } of rows) {
        const expected = may.includes(role) ? 'allowed' : 'refused';
        it(`${expected}: ${name}`, async () => {
          expect(await driver.try(action(personOf(role)))).toBe(expected);
        });
      }
    });
  }

  const ownCases = fieldCases.filter(({ by }) => by === role);
  describe.skipIf(ownCases.length === 0)('field by field', () => {
    for (const { name, action, allowed, given } of ownCases) {
      const expected = allowed ? 'allowed' : 'refused';
      it(`${expected}: ${name}`, async () => {
        expect(await driver.try(action, given)).toBe(expected);
      });
    }
  });
});
