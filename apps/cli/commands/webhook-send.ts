import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { Command } from 'commander';
import { webhookUriProblem } from '#kernel/addresses.js';
import { withoutControls } from '#kernel/without-controls.js';
import { Clock } from '#platform/clock/clock.js';
import { base64, parse } from '#platform/config/setting-types.js';
import { attemptProblem } from '#engine/webhooks/rules/attempt-problem.js';
import type { KeptHeaders } from '#engine/webhooks/rules/kept-headers.js';
import { withoutWebhookSecret } from '#engine/webhooks/shown-secret.js';
import { sign } from '#engine/webhooks/rules/signature.js';
import type { SentAttempt } from '#engine/webhooks/webhook-sender.js';
import { eventOfBundle } from '../bundle/bundle-event.js';
import { EXIT, Failure } from '../failure.js';
import { print, printJson, say } from '../output.js';
import { contentOf } from '../parameters.js';
import { readSurroundings } from '../surroundings.js';

interface SendOptions {
  readonly to: string;
  readonly secret?: string;
  readonly event?: string;
  readonly header?: readonly string[];
  readonly json?: true;
}

/** The default of WEBHOOK_TIMEOUT_MS. */
const TIMEOUT_MS = 15_000;
const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** Set by every webhook, or by the connection. */
const OWN_HEADER =
  /^(?:omise-|tollgate-|(?:connection|content-length|content-type|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|user-agent)$)/i;
/** A byte order mark stays: it is sent, and JSON refuses it. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** `webhook send`. The other subcommands of `webhook` are calls of the control API. */
export function addWebhookSend(program: Command): void {
  program
    .command('webhook')
    .command('send')
    .description(
      'Signs a JSON file as a webhook, sends it, and prints the response. Needs no running Tollgate.',
    )
    .argument('<file>', 'JSON file, or a bundle with --event; - reads stdin')
    .requiredOption('--to <url>', 'URL that receives it')
    .option('--secret <base64>', 'Webhook secret of the receiver (default: TOLLGATE_WEBHOOK_SECRET)')
    .option('--event <event>', 'Event of a bundle: its ID, or its key such as charge.complete')
    .option('--header <name: value>', 'Additional header. Repeatable.', collect)
    .option('--json', 'Print the result as JSON')
    .action(async (file: string, options: SendOptions) => {
      process.exitCode = await send(file, options);
    });
}

/** The exit code. */
async function send(file: string, options: SendOptions): Promise<number> {
  const { to, json } = options;
  const problem = webhookUriProblem('--to', to);
  if (problem !== undefined) throw new Failure(problem, EXIT.usage);
  const secret = secretOf(options);
  const headers = headersOf(options.header ?? []);
  const body = options.event === undefined ? textOf(file) : await eventOfBundle(file, options.event);
  const sent = await sendSigned(to, body, secret, headers);
  const { status } = sent;
  const hidden = withoutWebhookSecret(secret);
  if (json) printJson(JSON.parse(hidden(JSON.stringify(viewOf(to, sent)))), 2);
  else if (status !== null) for (const line of linesFor(sent)) print(withoutControls(hidden(line)));
  const why = attemptProblem(sent);
  if (why !== null) say(`tollgate: ${hidden(to)}: ${why}`);
  return why === null ? EXIT.done : EXIT.unfinished;
}

/** The sender is loaded only here: other commands start faster without it. */
async function sendSigned(
  to: string,
  body: string,
  secret: string,
  headers: Readonly<Record<string, string>>,
): Promise<SentAttempt> {
  const { MAX_ANSWER_BYTES, WebhookSender } = await import('#engine/webhooks/webhook-sender.js');
  const clock = new Clock();
  const now = clock.machineNow();
  const own = {
    ...sign(body, secret, now),
    'Tollgate-Time': now.toISOString(),
    // Of no sandbox, whose epochs begin with 1.
    'Tollgate-Epoch': '0',
    'Tollgate-Attempt': '1',
    'Tollgate-Trigger': 'manual',
  };
  const sender = new WebhookSender({ controlUrl: '', inboxUrl: undefined, webhookCaFile: undefined }, clock);
  try {
    return await sender.send(to, body, { ...headers, ...own }, TIMEOUT_MS, {
      secret,
      keptBytes: MAX_ANSWER_BYTES,
    });
  } finally {
    await sender.onApplicationShutdown();
  }
}

function secretOf({ secret }: SendOptions): string {
  const given = secret ?? readSurroundings().values['TOLLGATE_WEBHOOK_SECRET'];
  if (given === undefined)
    throw new Failure('the webhook secret is missing: set TOLLGATE_WEBHOOK_SECRET or --secret', EXIT.usage);
  const read = parse(base64, given);
  if ('value' in read) return read.value;
  throw new Failure(
    `${secret === undefined ? 'TOLLGATE_WEBHOOK_SECRET' : '--secret'} ${read.problem}`,
    EXIT.usage,
  );
}

/** The text of a file, whose bytes are those of the file again in UTF-8. */
function textOf(file: string): string {
  const content = contentOf(file, MAX_BODY_BYTES);
  const name = file === '-' ? 'stdin' : file;
  let text: string;
  try {
    text = decoder.decode(content);
  } catch {
    throw new Failure(`${name} is not UTF-8`, EXIT.usage);
  }
  try {
    JSON.parse(text);
  } catch (error) {
    throw new Failure(`${name} is not JSON: ${oneLine((error as Error).message)}`, EXIT.usage);
  }
  return text;
}

function headersOf(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(given.map(headerOf));
}

function headerOf(text: string): [name: string, value: string] {
  const [, name = '', value = ''] = /^([^:]*):\s*(.*)$/s.exec(text) ?? [];
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch {
    throw new Failure("--header must be a name and a value, such as 'X-Shop: 1'", EXIT.usage);
  }
  if (OWN_HEADER.test(name))
    throw new Failure(`--header cannot set ${name}: webhooks have their own`, EXIT.usage);
  return [name, value];
}

/** Like an attempt of the control API. */
function viewOf(to: string, sent: SentAttempt): object {
  const { status, connectMs, firstByteMs, durationMs, headers, address, answerHeaders, answerStart } = sent;
  return {
    object: 'attempt',
    uri: to,
    headers,
    address,
    timings: { connect: connectMs, first_byte: firstByteMs, total: durationMs },
    answer: status === null ? null : { status, headers: answerHeaders, body: answerStart },
    error: attemptProblem(sent),
  };
}

function linesFor({ status, durationMs, answerHeaders, answerStart }: SentAttempt): string[] {
  return [
    `${status} in ${durationMs} ms`,
    ...headerLines(answerHeaders ?? {}),
    ...(answerStart ? ['', answerStart] : []),
  ];
}

function headerLines(headers: KeptHeaders): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}: ${String(one)}`),
  );
}

function oneLine(text: string): string {
  return withoutControls(text.replaceAll(/\s+/g, ' '));
}

function collect(value: string, others: readonly string[] = []): string[] {
  return [...others, value];
}
