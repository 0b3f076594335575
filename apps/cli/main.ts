#!/usr/bin/env node
import { CommanderError, type Command } from 'commander';
import { EXIT, Failure } from './failure.js';
import { nameOptions } from './option-names.js';
import { say } from './output.js';
import { makeProgram } from './program.js';

const args = process.argv.slice(2);
// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? EXIT.done : EXIT.refused),
);
const program = makeProgram();
let command: Command = program;
program.hook('preAction', (_, called) => void (command = called));
try {
  await program.parseAsync(args.length === 0 ? ['start'] : args, { from: 'user' });
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
  else if (error instanceof Failure) {
    say(`tollgate: ${nameOptions(error.message, command)}`);
    process.exitCode = error.exitCode;
  } else throw error;
}
