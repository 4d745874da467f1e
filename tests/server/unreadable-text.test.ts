import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { damageOf } from '#server/store/damage.ts';

const TABLES = {
  'in the order of its row numbers': 'CREATE TABLE kept (name TEXT, note TEXT) STRICT',
  'in the order of its key': 'CREATE TABLE kept (name TEXT PRIMARY KEY, note TEXT) STRICT, WITHOUT ROWID',
  'in the order of two columns':
    'CREATE TABLE kept (name TEXT, part INTEGER DEFAULT 0, note TEXT, PRIMARY KEY (part, name)) STRICT, WITHOUT ROWID',
};
const ROWS = 2500;
const PLACES = [0, 999, 1000, 1001, 1999, 2000, ROWS - 1];

/** A table of rows with the names '', '1', '2' and so on, one of which is broken by the SQL given. */
function tableOf(create: string, rows: number, breaking?: string): Database.Database {
  const db = new Database(':memory:');
  db.exec(create);
  db.exec(
    `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${rows - 1})
     INSERT INTO kept (name, note) SELECT iif(n = 0, '', printf('%06d', n)), 'Zürich 東京 ' || n FROM numbers`,
  );
  if (breaking !== undefined) db.exec(breaking);
  return db;
}

const nameAt = (place: number) => (place === 0 ? '' : String(place).padStart(6, '0'));

describe.each(Object.entries(TABLES))('a table %s', (_order, create) => {
  it.each([1, 1000, 1001, ROWS])('of %i rows is whole', (rows) => {
    expect(damageOf(tableOf(create, rows))).toBeNull();
  });

  it.each(PLACES)('with text that is not UTF-8 in row %i is damaged', (place) => {
    const breaking = `UPDATE kept SET note = CAST(x'5aff' AS TEXT) WHERE name = '${nameAt(place)}'`;
    expect(damageOf(tableOf(create, ROWS, breaking))).toBe('text in kept is not UTF-8');
  });

  it.each(PLACES)('with a key that is not UTF-8 in row %i is damaged', (place) => {
    const breaking = `UPDATE kept SET name = CAST(CAST(name AS BLOB) || x'ff' AS TEXT) WHERE name = '${nameAt(place)}'`;
    expect(damageOf(tableOf(create, ROWS, breaking))).toBe('text in kept is not UTF-8');
  });
});

it('a table without rows is whole', () => {
  const db = new Database(':memory:');
  for (const [i, create] of Object.values(TABLES).entries()) db.exec(create.replace('kept', `kept${i}`));
  expect(damageOf(db)).toBeNull();
});
