// node scripts/run.mjs PROGRAM [args]: runs dist/node/PROGRAM.js, building first what it needs and is out of date.
import './nodeVersion.mjs';
import { ensureBuilt, neededBy, PROGRAM_NAMES, refuseUnknown } from './build.mjs';

const [program = '', ...args] = process.argv.slice(2);
refuseUnknown([program], PROGRAM_NAMES);
await ensureBuilt(neededBy(program, args));
process.argv = [process.argv[0], program, ...args];
await import(new URL(`../dist/node/${program}.js`, import.meta.url).href);
