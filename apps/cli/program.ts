import { Command } from 'commander';
import { addCompletion } from './commands/completion.js';
import { addDoctor } from './commands/doctor.js';
import { addExec } from './commands/exec.js';
import { addOpen } from './commands/open.js';
import { addOperations } from './commands/operations.js';
import { addReference } from './commands/reference.js';
import { addStart } from './commands/start.js';
import { addTail } from './commands/tail.js';
import { addTrigger } from './commands/trigger.js';
import { addWait } from './commands/wait.js';
import { VERSION } from './version.js';

const SUMMARY = `A payment gateway emulator that you host yourself. Without a command it starts.

What is asked for goes to stdout, as JSON with --json; words go to stderr. Addresses and keys come from the environment or from .env in this folder:
TOLLGATE_CONTROL_URL, TOLLGATE_SANDBOX, TOLLGATE_SECRET_KEY, CONTROL_TOKEN. A value that begins with @ is read from that file. Exit codes: docs/cli.md.`;

/** All commands. Errors are thrown, and nothing ends the process. */
export function makeProgram(): Command {
  const program = new Command('tollgate')
    .description(SUMMARY)
    .version(VERSION)
    .enablePositionalOptions()
    .exitOverride()
    .showHelpAfterError('(--help says what there is)');
  for (const add of [addStart, addWait, addExec, addTail, addTrigger, addOpen, addDoctor, addOperations, addCompletion, addReference])
    add(program);
  return program;
}
