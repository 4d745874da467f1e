import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  DATABASE_INVENTORY,
  databaseInventory,
  FIRESTORE_INVENTORY,
  firestoreInventory,
} from './support/inventory.ts';

const text = (file: string) => readFileSync(new URL(`../../rules/${file}`, import.meta.url), 'utf8');

describe('the rules name the places and fields of the model, no more', () => {
  it('in Firestore', () => {
    expect(firestoreInventory(text('firestore.rules'))).toEqual(FIRESTORE_INVENTORY);
  });

  it('in the Realtime Database', () => {
    expect(databaseInventory(text('database.rules.json'))).toEqual(DATABASE_INVENTORY);
  });

  it('and not a wildcard that is added', () => {
    const rules = JSON.parse(text('database.rules.json'));
    rules.rules.usage.$anything = { '.read': true };
    expect(databaseInventory(JSON.stringify(rules))).not.toEqual(DATABASE_INVENTORY);
  });
});
