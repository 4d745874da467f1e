import { main } from './analyzeProgram.ts';

// A reader that went away (`| head`) also raises an event; the write in progress rejects and ends the program.
process.stdout.on('error', () => {});
process.exitCode = await main(process.argv.slice(2), process);
