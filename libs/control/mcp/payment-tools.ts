import { SECOND_MS } from '#kernel/time.js';
import {
  accepted,
  inApi,
  inSandbox,
  jsonIn,
  SANDBOX,
  tool,
  wordsFor,
  type ControlCalls,
  type InSandbox,
  type Tool,
} from './tool.js';

/** Longer answers are cut: they would fill the memory of the agent. */
const MAX_ANSWER_LENGTH = 12_000;
/** Clients give up after a minute. */
const MAX_WAIT_S = 50;
const DEFAULT_WAIT_S = 10;

interface Charge {
  readonly id: string;
  readonly status: string;
  readonly failure_code?: string | null;
  readonly failure_message?: string | null;
}

interface CallGiven extends InSandbox {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

const callApi = tool<CallGiven>({
  name: 'call_api',
  description:
    'Calls the emulated Omise API with the secret key of the sandbox, such as POST /charges {"amount":2000,"currency":"THB","source":{"type":"promptpay"}}. Returns the object. Tokens of cards are made at the vault instead.',
  properties: {
    ...SANDBOX,
    method: { enum: ['GET', 'POST', 'PATCH', 'DELETE'] },
    path: { type: 'string', pattern: '^/', description: 'With a query for GET' },
    parameters: { type: 'object', description: 'Body' },
  },
  required: ['sandbox', 'method', 'path'],
  async run(calls, { sandbox, method, path, parameters }) {
    const sent = parameters && { body: parameters };
    const answer = await calls.answer(method, inApi(sandbox, path), sent);
    accepted(answer);
    const object = jsonIn(answer);
    if (object === undefined) return wordsFor(answer);
    const text = JSON.stringify(object);
    return text.length > MAX_ANSWER_LENGTH
      ? `${text.slice(0, MAX_ANSWER_LENGTH)}… (${text.length} characters; ask for fewer objects)`
      : text;
  },
});

interface CustomerGiven extends InSandbox {
  readonly charge: string;
  readonly outcome: keyof typeof OUTCOMES;
  readonly failure_code?: string;
}

const OUTCOMES = { pay: 'mark_as_paid', refuse: 'mark_as_failed', abandon: 'expire' } as const;

const actAsCustomer = tool<CustomerGiven>({
  name: 'act_as_customer',
  description: 'Pays a pending charge as its customer, refuses it, or abandons it so that it expires.',
  properties: {
    ...SANDBOX,
    charge: { type: 'string' },
    outcome: { enum: Object.keys(OUTCOMES) },
    failure_code: { type: 'string', description: 'Of a refusal' },
  },
  required: ['sandbox', 'charge', 'outcome'],
  async run(calls, { sandbox, charge: id, outcome, failure_code }) {
    const path = inApi(sandbox, `/charges/${encodeURIComponent(id)}/${OUTCOMES[outcome]}`);
    return stateOf(await calls.json<Charge>('POST', path, { body: { failure_code } }));
  },
});

interface WaitGiven extends InSandbox {
  readonly until: 'charge' | 'event' | 'webhook' | 'idle';
  readonly object?: string;
  readonly status?: string;
  readonly key?: string;
  readonly seconds?: number;
}

const waitFor = tool<WaitGiven>({
  name: 'wait_for',
  description:
    'Waits for a fact: charge (object has the status, default successful), event (of object and key), webhook (answered 2xx by the shop), idle (no work is due). Fails with the reason if it does not come.',
  isReadOnly: true,
  properties: {
    ...SANDBOX,
    until: { enum: ['charge', 'event', 'webhook', 'idle'] },
    object: { type: 'string', description: 'ID' },
    status: { type: 'string' },
    key: { type: 'string', description: 'Of the event, such as charge.complete' },
    seconds: { type: 'integer', minimum: 1, maximum: MAX_WAIT_S, description: `Default ${DEFAULT_WAIT_S}` },
  },
  required: ['sandbox', 'until'],
  run(calls, given) {
    return { charge: waitForCharge, event: waitForEvent, webhook: waitForWebhook, idle: waitUntilIdle }[
      given.until
    ](calls, given);
  },
});

async function waitForCharge(
  calls: ControlCalls,
  { sandbox, object, status = 'successful', seconds = DEFAULT_WAIT_S }: WaitGiven,
): Promise<string> {
  if (object === undefined) throw new Error('object is required: the ID of the charge');
  const events = { object, kinds: 'event' };
  const path = inSandbox(sandbox, '/timeline');
  const until = performance.now() + seconds * SECOND_MS;
  let { next } = await calls.json<{ next: string }>('GET', path, {
    query: { ...events, before: 'end', limit: '1' },
  });
  for (;;) {
    const charge = await calls.json<Charge>('GET', inApi(sandbox, `/charges/${encodeURIComponent(object)}`));
    if (charge.status === status) return stateOf(charge);
    const left = until - performance.now();
    if (left <= 0 || charge.status !== 'pending') throw new Error(`${stateOf(charge)}, and not ${status}`);
    ({ next } = await calls.json<{ next: string }>('GET', path, {
      query: { ...events, after: next, wait: `${Math.ceil(left)}ms` },
    }));
  }
}

interface Found {
  readonly data: readonly {
    readonly id: string;
    readonly key: string;
    readonly object_id: string;
    readonly at: string;
  }[];
  readonly reason?: string | null;
}

async function waitForEvent(calls: ControlCalls, { sandbox, ...given }: WaitGiven): Promise<string> {
  const { object, key, seconds = DEFAULT_WAIT_S } = given;
  const query = { object, key, wait: `${seconds}s` };
  const found = await calls.json<Found>('GET', inSandbox(sandbox, '/events'), { query });
  return foundOr(found, 'no such event');
}

async function waitForWebhook(calls: ControlCalls, { sandbox, ...given }: WaitGiven): Promise<string> {
  const { object, key, seconds = DEFAULT_WAIT_S } = given;
  const query = { object, key, status: 'delivered', wait: `${seconds}s` };
  const found = await calls.json<Found>('GET', inSandbox(sandbox, '/deliveries'), { query });
  return foundOr(found, 'no such webhook was answered with 2xx; explain_webhook says why');
}

function foundOr({ data, reason }: Found, missing: string): string {
  if (data.length === 0) throw new Error(reason ?? missing);
  return data.map(({ id, key, object_id, at }) => `${at} ${key} of ${object_id}: ${id}`).join('\n');
}

async function waitUntilIdle(
  calls: ControlCalls,
  { sandbox, seconds = DEFAULT_WAIT_S }: WaitGiven,
): Promise<string> {
  const query = { wait: `${seconds}s` };
  const answer = await calls.json<{ idle: boolean; reason: string | null; next: object | null }>(
    'GET',
    inSandbox(sandbox, '/idle'),
    { query },
  );
  if (!answer.idle) throw new Error(answer.reason ?? 'work is still due');
  return `Idle. Next: ${answer.next === null ? 'nothing' : JSON.stringify(answer.next)}`;
}

function stateOf({ id, status, failure_code, failure_message }: Charge): string {
  return `${id} is ${status}${failure_code ? ` (${failure_code}: ${failure_message})` : ''}`;
}

export const PAYMENT_TOOLS: readonly Tool[] = [callApi, actAsCustomer, waitFor];
