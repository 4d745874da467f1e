// node scripts/dumpDataFormat.mjs > tests/fixtures/data-format-YYYY-MM.sql
// Creates a small data folder with the built server, and prints its database as SQL text, for the upgrade test
// (tests/server/upgrade.test.ts). Run it before the format of the data changes; older fixtures stay.
import './nodeVersion.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { ensureBuilt } from './build.mjs';

const PASSWORD = 'correct horse';
const ADMIN = 'admin@example.com';
const DOCUMENTS = 'projects/gl-classifier/databases/(default)/documents';

await ensureBuilt(['server']);
const folder = mkdtempSync(join(tmpdir(), 'gl-format-'));
const server = spawn(process.execPath, ['dist/node/server.js'], {
  env: { ...process.env, PORT: '0', DATA_DIR: folder, ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD: PASSWORD },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let output = '';
for await (const chunk of server.stdout) {
  output += chunk;
  if (output.includes('Ctrl+C')) break;
}
await writeSamples(/ready: (http:\S+)/.exec(output)[1]);
server.kill('SIGTERM');
await once(server, 'exit');
process.stdout.write(dump(join(folder, 'gl-classifier.db')));
rmSync(folder, { recursive: true });

/** An account, a user, an application that was deleted again. */
async function writeSamples(origin) {
  const accounts = `${origin}/identitytoolkit.googleapis.com/v1/accounts:`;
  const asked = { password: PASSWORD, returnSecureToken: true };
  await post(`${accounts}signUp?key=x`, { ...asked, email: 'applicant@example.com' });
  const { idToken } = await post(`${accounts}signInWithPassword?key=x`, { ...asked, email: ADMIN });
  const name = `${DOCUMENTS}/users/user@example.com`;
  const fields = {
    email: { stringValue: 'user@example.com' },
    name: { stringValue: 'Üser' },
    allow: { booleanValue: true },
    admin: { booleanValue: false },
  };
  const commit = (write) => post(`${origin}/v1/${DOCUMENTS}:commit`, { writes: [write] }, idToken);
  await commit({ update: { name, fields } });
  await commit({
    update: {
      name: `${DOCUMENTS}/users/gone@example.com`,
      fields: { ...fields, email: { stringValue: 'gone@example.com' } },
    },
  });
  await commit({ delete: `${DOCUMENTS}/users/gone@example.com` });
}

async function post(url, body, token) {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Schema and rows as SQL. */
function dump(file) {
  const db = new Database(file);
  const schema = db
    .prepare("SELECT name, sql, type FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type = 'index', name")
    .raw(true)
    .all();
  const lines = schema.map(([, sql]) => `${sql};`);
  for (const [name, , type] of schema) {
    if (type !== 'table') continue;
    const columns = db.prepare(`SELECT name FROM pragma_table_info('${name}')`).raw(true).all().flat();
    const values = columns.map((column) => `quote("${column}")`).join(` || ', ' || `);
    for (const [row] of db.prepare(`SELECT ${values} FROM "${name}"`).raw(true).all())
      lines.push(`INSERT INTO "${name}" VALUES (${row});`);
  }
  db.close();
  return `${lines.join('\n')}\n`;
}
