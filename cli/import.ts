import { main } from './importProgram.ts';

// A reader that closes the pipe (`| head`) also raises an event; the pending write rejects and ends the program.
process.stdout.on('error', () => {});
process.exitCode = await main(process.argv.slice(2), process);
