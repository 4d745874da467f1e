// node scripts/run.mjs PROGRAM [args]: runs dist/node/PROGRAM.js, building first what is older than its sources.
import './nodeVersion.mjs';
import { ensureBuilt } from './build.mjs';

const [program, ...args] = process.argv.slice(2);
const needsApp = program === 'server' || (program === 'bench' && ['browser', 'list'].includes(args[0]));
await ensureBuilt(needsApp ? ['node', 'app'] : ['node']);
process.argv = [process.argv[0], program, ...args];
await import(new URL(`../dist/node/${program}.js`, import.meta.url).href);
