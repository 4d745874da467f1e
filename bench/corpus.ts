import { stdout } from 'node:process';
import { reportCorpus } from './corpus/reportCorpus.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined || folder.startsWith('-')) {
  console.error(
    'Usage: npm run corpus -- DIR\nReads every file of a folder and prints how each is read, and how many are proven.',
  );
  process.exit(2);
}
await reportCorpus(folder, (line) => stdout.write(`${line}\n`));
