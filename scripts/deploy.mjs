// npm run deploy -- [--project ID] [options of "firebase deploy"]: builds the app, then deploys it and the rules of both
// stores to a Firebase project. docs/deploy-firebase.md has the steps before.
import './nodeVersion.mjs';
import { ensureBuilt } from './build.mjs';
import { chosenProject, firebaseTools } from './firebaseTools.mjs';
import { writeDeployedConfig } from './hostingConfig.mjs';

const args = process.argv.slice(2);
if (args.includes('--help')) {
  console.log(
    'Usage: npm run deploy -- [--project ID] [options of "firebase deploy"]\n' +
      'Builds the app, then deploys it and the rules of both stores to a Firebase project: docs/deploy-firebase.md.',
  );
  process.exit(0);
}
const project = chosenProject(args, process.env);
if (project === undefined) {
  console.error(
    'No Firebase project is chosen: name it with "npm run deploy -- --project ID", or once and for all with\n' +
      '"npx firebase-tools use ID". The projects of your account: "npx firebase-tools projects:list".\n' +
      'docs/deploy-firebase.md says how to make one.',
  );
  process.exit(1);
}
// Always anew: the values that VITE_* had at the last build are not recorded.
await ensureBuilt(['app'], { force: true });
const named = args.some((arg) => /^(--project|-P)/.test(arg)) ? [] : ['--project', project];
const config = ['--config', writeDeployedConfig()];
process.exit(
  firebaseTools(['deploy', '--only', 'hosting,firestore:rules,database', ...config, ...named, ...args]),
);
