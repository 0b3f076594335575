import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { parseDuration } from '#kernel/duration.js';
import { SECOND_MS } from '#kernel/time.js';
import { isDeeper, isObject } from '#kernel/values.js';
import { withoutControls } from '#kernel/without-controls.js';
import { masked, maskedStart } from '#platform/logging/masking.js';
import { MAX_NESTING } from '#control/shops/rules/shop-terms.js';
import { ShopClient } from '#control/shops/shop-client.js';
import { readBundle, sayIfCut } from '../bundle/bundle-file.js';
import { asking, inSandbox, withCommon, type CommonOptions } from '../common.js';
import type { Control } from '../control.js';
import { EXIT, Failure } from '../failure.js';
import { painter, print, printJson, say } from '../output.js';
import { catchSignals, startUnlessFound } from '../own-tollgate.js';
import { makeSandbox, startShop, type Sandbox, type ShopCommand } from '../shop-command.js';
import { askShop } from '../shop-orders.js';
import { shown } from '../shown.js';
import { linesOf } from '../timeline.js';

interface ReplayOptions extends CommonOptions {
  readonly to: string;
  readonly speed?: string;
  readonly from?: string;
  readonly secret?: string;
  readonly checkout?: string;
  readonly probe?: string;
  readonly expect?: string;
  readonly orderKey: string;
  readonly start: string;
  readonly keep?: true;
}

/** A replay, as the control API returns it. */
interface Replay {
  readonly object_id: string;
  readonly data: readonly {
    readonly key: string;
    readonly offset_ms: number;
    readonly original: { readonly status: number | null; readonly error: string | null };
    readonly attempt: {
      readonly answer: { readonly status: number } | null;
      readonly error: string | null;
      readonly change: {
        readonly body_altered: boolean;
        readonly body_cut: boolean;
        readonly signature: string | null;
        readonly signature_mistake: string | null;
        readonly signature_age_ms: number;
        readonly hung_up: boolean;
      } | null;
    } | null;
  }[];
}
type Replayed = Replay['data'][number];

/** An object in an event. */
interface State {
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly charge?: unknown;
}

const POLL_MS = 200;
/** Time that the shop may take after the last response. */
const SETTLE_MS = 5 * SECOND_MS;
const TTL = '1h';

/** Commands that read bundles. `bundle save` is a call of the control API. */
export function addBundle(program: Command): void {
  const group = program.command('bundle');
  group
    .command('show')
    .description('Prints the timeline of a bundle.')
    .argument('<file>', 'Bundle; - reads stdin')
    .action(show);
  withCommon(
    group
      .command('replay')
      .description('Replays the webhooks of a bundle to a shop, which can ask the API about their objects.'),
    { hasSandbox: false },
  )
    .argument('<file>', 'Bundle; - reads stdin')
    .argument('[command...]', 'Command that starts the shop, in the environment of the sandbox')
    .requiredOption('--to <url>', 'Webhook endpoint of the shop')
    .option('--speed <factor>', 'Factor of the speed, such as 10 (default: 1)')
    .option('--from <url>', 'Original endpoint, if there were several')
    .option('--secret <base64>', 'Webhook secret of the shop (default: a new one, which is printed)')
    .option('--checkout <url|command>', 'Begins the order in the shop: a URL with {order}, or a command')
    .option('--probe <url|command>', 'Returns the order as JSON: a URL with {order}, or a command')
    .option('--expect <fields>', 'Fields that the probe must return in the end: status=paid,count=1')
    .option('--order-key <name>', 'Name of the order in the metadata', 'order')
    .option('--start <duration>', 'Time that the shop may take to start', '1m')
    .option('--keep', 'Keep the sandbox')
    .action(async (file: string, words: string[], options: ReplayOptions) => {
      process.exitCode = await replay(file, words, options);
    });
}

async function show(file: string): Promise<void> {
  const bundle = await readBundle(file);
  const { object, hasPersonalData, entries } = bundle;
  const paint = painter(process.stdout);
  say(`${object}${hasPersonalData ? ', with personal data' : ''}`);
  sayIfCut(bundle);
  for (const line of linesOf(entries, paint)) print(line);
}

/** The exit code. */
async function replay(file: string, words: readonly string[], options: ReplayOptions): Promise<number> {
  const bundle = await readBundle(file);
  const expected = expectedOf(options);
  const startMs = startOf(options);
  const own = await startUnlessFound(options);
  const control = own?.control ?? asking(options).control;
  const { interrupted, release } = catchSignals();
  const ended = new AbortController();
  const signal = AbortSignal.any([interrupted, ended.signal]);
  let shop: ShopCommand | undefined;
  let sandbox: Sandbox | undefined;
  try {
    const { secret } = options;
    sandbox = await makeSandbox(control, 'bundle', {
      ...(!options.keep && { ttl: TTL }),
      ...(secret !== undefined && { webhook_secret: secret }),
    });
    const inside = control.of(sandbox);
    const object = await importInto(inside, sandbox, bundle.content);
    if (object !== bundle.object)
      say(`The IDs of the bundle are in use here: ${bundle.object} is ${object}.`);
    if (words.length === 0) say(`The environment of the sandbox:\n\n${sandbox.env}`);
    else shop = startShop(words, sandbox, 'the replay', ended);
    await untilReachable(options.to, startMs, signal);
    const order = (options.checkout ?? options.probe) ? await orderOf(inside, sandbox, object, options) : '';
    if (options.checkout !== undefined) await askShop('POST', options.checkout, order, signal);
    const replayed = await send(inside, sandbox, object, options, signal);
    if (options.json) printJson(replayed, 2);
    else for (const webhook of replayed.data) print(lineFor(webhook));
    const isRefused = replayed.data.some(isGenuineAndRefused);
    if (isRefused) say('tollgate: the shop did not accept every genuine webhook');
    const isWrong =
      options.probe !== undefined && !(await isAsExpected(options.probe, order, expected, signal));
    if (options.keep) say(`Kept sandbox ${sandbox.name}: ${sandbox.console_url}`);
    return isRefused || isWrong ? EXIT.unfinished : EXIT.done;
  } finally {
    if (sandbox && !options.keep)
      await control
        .ask('DELETE', inSandbox(sandbox.name))
        .catch((error: Error) => say(`tollgate: ${error.message}`));
    await shop?.stop();
    release();
    await own?.stop();
  }
}

/** Rejects options before anything is made. Returns how long the shop may take to start. */
function startOf({ to, speed = '1', start }: ReplayOptions): number {
  const startMs = parseDuration(start);
  if (startMs === undefined) throw new Failure('--start must be a duration, such as 1m', EXIT.usage);
  if (!URL.canParse(to) || !/^https?:/i.test(to))
    throw new Failure('--to must be an absolute http or https URL', EXIT.usage);
  if (!(Number(speed) > 0)) throw new Failure('--speed must be a number above 0, such as 10', EXIT.usage);
  return startMs;
}

/** Returns the ID of the object in the sandbox. */
async function importInto(
  control: Control,
  { name }: Sandbox,
  content: Buffer<ArrayBuffer>,
): Promise<string> {
  const headers = { 'content-type': 'application/x-ndjson' };
  const { object_id: object } = await control.json<{ object_id: string }>(
    'POST',
    inSandbox(name, '/import'),
    {
      body: content,
      headers,
    },
  );
  return object;
}

/** Waits until something answers at the endpoint. */
async function untilReachable(to: string, startMs: number, signal: AbortSignal): Promise<void> {
  const shop = new ShopClient(SECOND_MS);
  const deadline = performance.now() + startMs;
  for (;;) {
    const { problem } = await shop.call('HEAD', to, signal);
    if (problem === null) return;
    if (performance.now() >= deadline)
      throw new Failure(`nothing answers at ${to}: start the shop, and check --to`, EXIT.unfinished);
    await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** The order of the object, or of its charge: a refund or a dispute may have none of its own. */
async function orderOf(
  control: Control,
  { name }: Sandbox,
  object: string,
  { orderKey }: ReplayOptions,
): Promise<string> {
  const newest = async (id: string): Promise<State | undefined> => {
    const query = new URLSearchParams({ object: id });
    const { data } = await control.json<{ data: { data: State }[] }>('GET', inSandbox(name, '/events'), {
      query,
    });
    return data.at(-1)?.data;
  };
  const state = await newest(object);
  const charge = typeof state?.charge === 'string' ? await newest(state.charge) : undefined;
  const order = [state, charge]
    .map((each) => each?.metadata?.[orderKey])
    .find((value) => typeof value === 'string' || typeof value === 'number');
  if (order === undefined)
    throw new Failure(`${object} has no metadata.${orderKey}; choose the order with --order-key`, EXIT.usage);
  return String(order);
}

async function send(
  control: Control,
  { name }: Sandbox,
  object: string,
  { to, speed, from }: ReplayOptions,
  signal: AbortSignal,
): Promise<Replay> {
  const body = new URLSearchParams({
    object,
    to,
    ...(speed !== undefined && { speed }),
    ...(from !== undefined && { from }),
  });
  try {
    return await control.json<Replay>('POST', inSandbox(name, '/replays'), { body, signal });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}

function lineFor({ key, offset_ms: offset, original, attempt }: Replayed): string {
  const before = original.status ?? original.error ?? 'not sent';
  const now = attempt?.answer?.status ?? attempt?.error ?? 'not sent';
  const paint = painter(process.stdout);
  const text = withoutControls(`${key.padEnd(18)} ${before} → ${now}`);
  return `${paint('dim', `${String(offset).padStart(7)} ms`)}  ${attempt?.error ? paint('red', text) : text}`;
}

/** A shop may refuse a webhook whose signature does not fit, and cannot answer a closed connection. */
function isGenuineAndRefused({ attempt }: Replayed): boolean {
  const change = attempt?.change;
  const isForged =
    ![undefined, null, 'two'].includes(change?.signature) || Boolean(change?.signature_mistake);
  const isChanged = change?.body_altered || change?.body_cut;
  const isExcused = change && (isForged || isChanged || change.signature_age_ms > 0 || change.hung_up);
  return !isExcused && attempt?.error !== null;
}

/** `status=paid,count=1` as pairs. */
function expectedOf({ expect, probe }: ReplayOptions): readonly (readonly [name: string, value: string])[] {
  if (expect === undefined) return [];
  if (probe === undefined) throw new Failure('--expect needs --probe', EXIT.usage);
  return expect.split(',').map((pair) => {
    const [name, ...value] = pair.split('=');
    if (!name || value.length === 0)
      throw new Failure('--expect must be fields with values, such as status=paid,count=1', EXIT.usage);
    return [name.trim(), value.join('=').trim()];
  });
}

/**
 * Asks until the order is as expected, or the shop has had its time: it may begin the order late. Throws what
 * the last question failed with.
 */
async function isAsExpected(
  probe: string,
  order: string,
  expected: readonly (readonly [name: string, value: string])[],
  signal: AbortSignal,
): Promise<boolean> {
  const deadline = performance.now() + SETTLE_MS;
  for (;;) {
    const state = await stateOf(probe, order, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof Failure) return error;
      throw error;
    });
    const isLast = performance.now() >= deadline;
    if (state instanceof Failure && isLast) throw state;
    const wrong =
      state instanceof Failure ? [] : expected.filter(([name, value]) => String(state[name]) !== value);
    if (!(state instanceof Failure) && (wrong.length === 0 || isLast)) {
      say(`Order ${order}: ${masked(JSON.stringify(state))}`);
      for (const [name, value] of wrong)
        say(`tollgate: expected ${name}=${value}, but it is ${masked(String(state[name]))}`);
      return wrong.length === 0;
    }
    await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function stateOf(
  probe: string,
  order: string,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const text = (await askShop('GET', probe, order, signal)).trim();
  try {
    const state = JSON.parse(text) as unknown;
    if (isObject(state) && !isDeeper(state, MAX_NESTING)) return state;
  } catch {
    // Rejected below.
  }
  const answer = maskedStart(text, 100);
  throw new Failure(
    `${shown(probe)} must return a JSON object of at most ${MAX_NESTING} levels; it returned ${answer}`,
    EXIT.unfinished,
  );
}
