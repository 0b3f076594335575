import { inSandbox, SANDBOX, tool, type InSandbox, type Tool, withoutDots } from './tool.js';

const MAX_BODY_LENGTH = 500;
const DEFAULT_ENTRIES = 30;
const MAX_ENTRIES = 100;
const REFUSED = 400;
const SERVER_ERROR = 500;

interface Entry {
  readonly kind: string;
  readonly id: string;
  readonly object_id: string | null;
  readonly at: string;
  readonly details: Readonly<Record<string, unknown>>;
}

interface TimelineGiven extends InSandbox {
  readonly object?: string;
  readonly kinds?: string;
  readonly limit?: number;
}

const timeline = tool<TimelineGiven>({
  name: 'timeline',
  description:
    'Lists what happened in a sandbox or to one object, latest last: requests, events, webhook attempts, faults, clock moves, acts, pages.',
  isReadOnly: true,
  properties: {
    ...SANDBOX,
    object: { type: 'string', description: 'ID' },
    kinds: { type: 'string', description: 'Such as request,event,attempt' },
    limit: { type: 'integer', minimum: 1, maximum: MAX_ENTRIES },
  },
  required: ['sandbox'],
  async run(calls, { sandbox, object, kinds, limit = DEFAULT_ENTRIES }) {
    const query = { object, kinds, before: 'end', limit: String(limit) };
    const { data } = await calls.json<{ data: readonly Entry[] }>('GET', inSandbox(sandbox, '/timeline'), {
      query,
    });
    return data.length === 0 ? 'Nothing happened' : data.map(lineOf).join('\n');
  },
});

function lineOf({ kind, id, object_id, at, details }: Entry): string {
  return [at, kind, textOf(kind, details), object_id ?? '', `[${id}]`].filter(Boolean).join(' ');
}

function textOf(kind: string, details: Entry['details']): string {
  const text = (...names: string[]): string =>
    names
      .map((name) => details[name])
      .filter((value) => typeof value === 'string' || typeof value === 'number')
      .join(' ');
  if (kind === 'request') return text('method', 'path', 'status', 'error');
  if (kind === 'event') return text('key', 'status', 'failure_code');
  if (kind === 'act' || kind === 'page') return text('action');
  if (kind !== 'attempt') return JSON.stringify(details);
  return `${text('key')} #${text('number')} to ${text('uri')}: ${text('error') || text('status')} (${text('delivery')})`;
}

interface Delivery {
  readonly id: string;
  readonly key: string;
  readonly event: string;
  readonly object_id: string;
  readonly uri: string;
  readonly status: string;
  readonly next_attempt_at: string | null;
  readonly attempts: readonly Attempt[];
}

interface Attempt {
  readonly number: number;
  readonly at: string;
  readonly headers: Readonly<Record<string, string>> | null;
  readonly answer: { readonly status: number; readonly body: string } | null;
  readonly error: string | null;
  readonly fault: string | null;
  readonly change: { readonly signature: string | null; readonly signature_age_ms: number } | null;
}

interface WebhookGiven extends InSandbox {
  readonly delivery?: string;
  readonly object?: string;
}

const explainWebhook = tool<WebhookGiven>({
  name: 'explain_webhook',
  description:
    'Explains a webhook, by its delivery or the latest of an object: attempts, responses of the shop, problem, signature.',
  isReadOnly: true,
  properties: {
    ...SANDBOX,
    delivery: { type: 'string', description: 'whdl_…' },
    object: { type: 'string', description: 'ID, such as chrg_…' },
  },
  required: ['sandbox'],
  async run(calls, { sandbox, delivery, object }) {
    const path = inSandbox(sandbox, '/deliveries');
    let id = delivery;
    if (id === undefined) {
      const query = { object, before: 'end', limit: '1' };
      const { data } = await calls.json<{ data: readonly { id: string }[] }>('GET', path, { query });
      id = data[0]?.id;
    }
    if (id === undefined)
      throw new Error('no webhook was made; set webhook_uri of the sandbox, and check the object');
    return explained(await calls.json<Delivery>('GET', `${path}/${encodeURIComponent(id)}`));
  },
});

function explained({ id, key, event, object_id, uri, status, next_attempt_at, attempts }: Delivery): string {
  const head = `${id}: ${key} of ${object_id} (${event}) to ${uri} is ${status}${next_attempt_at === null ? '' : `, next attempt at ${next_attempt_at}`}`;
  return [head, ...attempts.flatMap(attemptLines)].join('\n');
}

function attemptLines({ number, at, headers, answer, error, fault, change }: Attempt): string[] {
  const isRight = (change?.signature ?? null) === null && (change?.signature_age_ms ?? 0) === 0;
  const isRejected = answer !== null && answer.status >= REFUSED && answer.status < SERVER_ERROR;
  return [
    `#${number} at ${at}: ${error ?? `answered ${answer?.status}`}`,
    ...(answer?.body ? [`  response: ${answer.body.slice(0, MAX_BODY_LENGTH)}`] : []),
    `  signature: ${isRight ? 'right and fresh' : `changed on purpose (${JSON.stringify(change)})`}, Omise-Signature ${headers?.['Omise-Signature'] ?? 'not stored'}`,
    ...(fault === null ? [] : [`  fault: ${fault}`]),
    ...(isRight && isRejected
      ? [
          '  The shop rejected a right signature: verify the bytes that arrived, with the base64-decoded secret (read_docs webhooks.md).',
        ]
      : []),
  ];
}

const readDocs = tool<{ readonly page?: string }>({
  name: 'read_docs',
  description: 'Reads the index of the guides of this version, or a page such as webhooks.md.',
  isReadOnly: true,
  properties: { page: { type: 'string' } },
  run(calls, { page }) {
    if (page === undefined) return calls.text('/llms.txt');
    return calls.text(`/docs/${withoutDots(page).split('/').map(encodeURIComponent).join('/')}`);
  },
});

export const INSPECTION_TOOLS: readonly Tool[] = [timeline, explainWebhook, readDocs];
