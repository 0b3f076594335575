import { Command } from 'commander';
import { addBundle } from './commands/bundle.js';
import { addCompletion } from './commands/completion.js';
import { addDoctor } from './commands/doctor.js';
import { addExam } from './commands/exam.js';
import { addExec } from './commands/exec.js';
import { addMcp } from './commands/mcp.js';
import { addOpen } from './commands/open.js';
import { addOperations } from './commands/operations.js';
import { addParity } from './commands/parity.js';
import { addPull } from './commands/pull.js';
import { addReference } from './commands/reference.js';
import { addSoak } from './commands/soak.js';
import { addReport } from './commands/report.js';
import { addStart } from './commands/start.js';
import { addTail } from './commands/tail.js';
import { addTrigger } from './commands/trigger.js';
import { addWait } from './commands/wait.js';
import { addWebhookSend } from './commands/webhook-send.js';
import { VERSION } from '#platform/process/version.js';

const SUMMARY = `Self-hosted emulator of the Omise (Opn Payments) API. Without a command, tollgate starts the server.

Results go to stdout, messages to stderr.
TOLLGATE_CONTROL_URL, TOLLGATE_SANDBOX, TOLLGATE_SECRET_KEY and CONTROL_TOKEN are read from the environment or .env in this folder.
A value @file is read from that file, @- from stdin.
Exit codes: docs/cli.md.`;

/** All commands. Errors are thrown, and nothing ends the process. */
export function makeProgram(): Command {
  const program = new Command('tollgate')
    .description(SUMMARY)
    .version(VERSION, '-V, --version', 'Show the version')
    .helpOption('-h, --help', 'Show help')
    .helpCommand('help [command]', 'Show help for a command')
    .enablePositionalOptions()
    .exitOverride()
    .showHelpAfterError('Add --help to list commands and options.');
  for (const add of [
    addStart,
    addWait,
    addExec,
    addExam,
    addSoak,
    addReport,
    addTail,
    addTrigger,
    addOpen,
    addMcp,
    addDoctor,
    addParity,
    addBundle,
    addPull,
    addWebhookSend,
    addCompletion,
    addReference,
    addOperations,
  ])
    add(program);
  return program;
}
