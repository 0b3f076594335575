import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { isIdOf, objectOfId } from '#kernel/ids.js';
import { EXIT, Failure } from '../failure.js';
import { say } from '../output.js';
import { addressOf, testKey } from '../parity/other.js';
import { OtherAccount } from '../pull/other-account.js';
import { readSurroundings } from '../surroundings.js';

interface PullCommandOptions {
  readonly from: string;
  readonly secretKey?: string;
  readonly orderKey: string;
  readonly withoutPersonalData: string;
  readonly output?: string;
}

const KEY_VARIABLE = 'TOLLGATE_PULL_SECRET_KEY';

export function addPull(program: Command): void {
  program
    .command('pull')
    .description('Reads a charge of the real service in test mode, or of another Tollgate, as a bundle.')
    .argument('<charge>', 'ID of a test charge: chrg_test_…')
    .requiredOption('--from <url>', 'Address of the other API')
    .option('--secret-key <key>', `Secret test key there (default: ${KEY_VARIABLE})`)
    .option('--order-key <name>', 'Name of the order in the metadata, which stays in the file', 'order')
    .option(
      '--without-personal-data <true|false>',
      'False to include names, addresses, descriptions, metadata and similar data',
      'true',
    )
    .option('-o, --output <file>', 'Output file (default: stdout)')
    .action(pull);
}

async function pull(charge: string, options: PullCommandOptions): Promise<void> {
  const { from, orderKey, withoutPersonalData, output } = options;
  assertTestCharge(charge);
  const key = testKey('secret', options.secretKey ?? readSurroundings().values[KEY_VARIABLE], KEY_VARIABLE);
  const { href } = addressOf('--from', from);
  if (!['true', 'false'].includes(withoutPersonalData))
    throw new Failure('--without-personal-data must be true or false', EXIT.usage);
  const pulled = await new OtherAccount(href, key).pull(charge);
  // Its rules of rows are loaded only here: other commands start faster without them.
  const { pulledBundle } = await import('../pull/pulled-bundle.js');
  const text = await pulledBundle(pulled, { hasPersonalData: withoutPersonalData === 'false', orderKey });
  if (output === undefined) process.stdout.write(text);
  else write(output, text);
  const { length } = pulled.events;
  say(`Pulled ${charge} with ${length} ${length === 1 ? 'event' : 'events'}.`);
}

/** Before anything is sent. */
function assertTestCharge(id: string): void {
  if (isIdOf('charge', false, id)) return;
  const isLive = objectOfId(id) === 'charge';
  throw new Failure(
    isLive
      ? `${id} is live; live IDs are refused, and nothing was sent`
      : 'the ID must be that of a test charge, chrg_test_…',
    EXIT.usage,
  );
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new Failure(`cannot write ${file}: ${(error as Error).message}`, EXIT.usage);
  }
}
