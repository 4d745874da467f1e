// npm run dev:firebase-emulators: the app with hot reload on Google's official emulators of Auth, Firestore and the
// Realtime Database, with our rules. They are fetched when first used and need Java.
import './nodeVersion.mjs';
import { spawnSync } from 'node:child_process';
import { firebaseTools } from './firebaseTools.mjs';

/** The oldest Java that firebase-tools 15 starts its emulators with. */
const OLDEST_JAVA = 21;

const java = spawnSync('java', ['-version'], { encoding: 'utf8' });
const version = Number(/version "(\d+)/.exec(java.stderr ?? '')?.[1] ?? 0);
if (version < OLDEST_JAVA) {
  console.error(
    `Google's emulators need Java ${OLDEST_JAVA} or newer; ${version === 0 ? 'there is none' : `this is Java ${version}`}. ` +
      'Install one (adoptium.net, or your system\'s package "openjdk-21-jre-headless"), or use "npm run dev", which needs none.',
  );
  process.exit(1);
}
process.exit(
  firebaseTools([
    'emulators:exec',
    '--project=demo-gl-classifier', // "demo-": needs no account, and can reach no real project
    '--only=auth,firestore,database',
    '--ui',
    'node node_modules/vite/bin/vite.js --mode emulators --host 127.0.0.1 --port 5173',
  ]),
);
