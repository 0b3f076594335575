import { setTimeout as delay } from 'node:timers/promises';
import { isDeeper, isObject } from '#kernel/values.js';
import { MAX_NESTING } from '#control/shops/rules/shop-terms.js';
import { EXIT, Failure, reasonOf } from '../failure.js';
import { VERSION } from '#platform/process/version.js';
import { canonical } from './canonical.js';
import { patternOfKeys } from '#kernel/key-forms.js';
import { API_VERSION, type Answer, type Exchange, type Parameter } from './exchange.js';
import { valueAt } from './paths.js';

/** Addresses without a trailing slash, and test keys. */
export interface Access {
  readonly api: string;
  readonly vault: string;
  /** Without it, the exchanges on the host of the pages are not asked. */
  readonly pay?: string | undefined;
  readonly publicKey: string;
  readonly secretKey: string;
}

/** An object that an exchange made. */
export interface Made {
  readonly object: string;
  readonly id: string;
  deleted: boolean;
}

/** An answer as it came, or the reason why the request could not be made. */
export type SideAnswer = { readonly answer: Answer } | { readonly missing: string };

const ANSWER_LIMIT_MS = 30_000;
const MAX_ANSWER_BYTES = 8 * 1_024 * 1_024;
/** Requests for a list that lags behind, and the time between them. */
const MAX_REPEATS = 15;
const REPEAT_MS = 1_000;
/** No account has this key. */
const UNKNOWN_KEY = 'skey_test_00000000000000000ne';
const PLACEHOLDER = /\{(\w+)\}/g;

/** One side of the comparison. Its requests are made one at a time. */
export class LiveSide {
  readonly made: Made[] = [];
  /** IDs by the names under which the flow saved them. */
  private saved = new Map<string, string>();
  private readonly keys: RegExp;

  constructor(private readonly access: Access) {
    this.keys = patternOfKeys([access.publicKey, access.secretKey]);
  }

  begin(): void {
    this.saved = new Map();
  }

  /** Throws a {@link Failure} without an answer. */
  async ask(exchange: Exchange): Promise<SideAnswer> {
    const missing = this.missing(exchange) ?? (await this.lack(exchange));
    if (missing !== undefined) return { missing };
    let got = await this.send(exchange);
    for (let repeat = 1; repeat < MAX_REPEATS && this.isBehind(exchange, got.body); repeat++) {
      await delay(REPEAT_MS);
      got = await this.send(exchange);
    }
    this.remember(exchange, got);
    const names = new Map([...this.saved].map(([name, id]) => [id, `<${name}>`]));
    return { answer: { ...got, body: canonical(got.body, names, { ...exchange, keys: this.keys }) } };
  }

  async send(exchange: Exchange): Promise<Answer> {
    const { host = 'api', request } = exchange;
    const failed = (error: Error): never => {
      if (error instanceof Failure) throw error;
      throw new Failure(
        `${this.access[host]} does not answer ${request} (${reasonOf(error)})`,
        EXIT.unreachable,
      );
    };
    const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
    const answer = await fetch(this.requestOf(exchange), { signal }).catch(failed);
    const bytes = await bytesOf(answer).catch(failed);
    const type = (answer.headers.get('content-type') ?? '').toLowerCase();
    return { status: answer.status, type, body: type.includes('json') ? parsed(bytes) : '<body>' };
  }

  /** The request as `fetch` takes it. An ID that no exchange has saved is empty. */
  requestOf(exchange: Exchange): Request {
    const { host = 'api', request, version = API_VERSION } = exchange;
    const [method, path = ''] = request.split(' ');
    return new Request(`${this.access[host] ?? ''}${this.filled(path)}`, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        'omise-version': version,
        'user-agent': `tollgate-parity/${VERSION}`,
        ...this.authorization(exchange),
      },
      body: this.contents(exchange),
    });
  }

  private missing({ host = 'api', request, body }: Exchange): string | undefined {
    if (this.access[host] === undefined) return `it has no address of pages; add --${host}`;
    const used = Array.from(JSON.stringify([request, body]).matchAll(PLACEHOLDER), ([, name = '']) => name);
    const name = used.find((each) => !this.saved.has(each));
    return name === undefined ? undefined : `it has no ${name}`;
  }

  private async lack({ needsBalance }: Exchange): Promise<string | undefined> {
    if (needsBalance === undefined) return undefined;
    const { body } = await this.send({ name: 'balance', request: 'GET /balance', row: 'B1' });
    return Number(valueAt(body, 'transferable')) >= needsBalance
      ? undefined
      : `its transferable balance is below ${needsBalance}`;
  }

  private isBehind({ awaits }: Exchange, body: unknown): boolean {
    return awaits !== undefined && valueAt(body, awaits) === undefined;
  }

  private remember({ request, save = {} }: Exchange, { status, body }: Answer): void {
    if (status !== 200 || !isObject(body)) return;
    for (const [name, path] of Object.entries(save)) {
      const id = valueAt(body, path);
      if (typeof id === 'string') this.saved.set(name, id);
    }
    const { object, id, deleted } = body;
    if (typeof object !== 'string' || typeof id !== 'string') return;
    const known = this.made.find((made) => made.id === id);
    if (known) known.deleted ||= deleted === true;
    else if (request.startsWith('POST ')) this.made.push({ object, id, deleted: false });
  }

  private authorization({ key }: Exchange): Record<string, string> {
    if (key === 'none') return {};
    const { publicKey, secretKey } = this.access;
    const used = { secret: secretKey, public: publicKey, unknown: UNKNOWN_KEY }[key ?? 'secret'];
    return { authorization: `Basic ${Buffer.from(`${used}:`).toString('base64')}` };
  }

  private contents({ body, file }: Exchange): URLSearchParams | FormData | undefined {
    if (file) {
      const form = new FormData();
      form.append('file', new Blob([Buffer.from(file.base64, 'base64')], { type: file.type }), file.name);
      return form;
    }
    return (
      body && new URLSearchParams(Object.entries(body).flatMap(([name, value]) => this.pairs(name, value)))
    );
  }

  private pairs(name: string, value: Parameter): [string, string][] {
    if (typeof value !== 'object') return [[name, this.filled(String(value))]];
    return isList(value)
      ? value.flatMap((item) => this.pairs(`${name}[]`, item))
      : Object.entries(value).flatMap(([part, content]) => this.pairs(`${name}[${part}]`, content));
  }

  private filled(text: string): string {
    return text.replaceAll(PLACEHOLDER, (_, name: string) => this.saved.get(name) ?? '');
  }
}

function isList(value: Parameter): value is readonly Parameter[] {
  return Array.isArray(value);
}

async function bytesOf({ body, url }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk as Uint8Array);
    length += (chunk as Uint8Array).length;
    if (length > MAX_ANSWER_BYTES) throw new Failure(`the answer of ${new URL(url).origin} is too large`);
  }
  return Buffer.concat(chunks);
}

function parsed(bytes: Buffer): unknown {
  try {
    const value = JSON.parse(bytes.toString()) as unknown;
    return isDeeper(value, MAX_NESTING) ? '<nested too deep>' : value;
  } catch {
    return '<invalid JSON>';
  }
}
