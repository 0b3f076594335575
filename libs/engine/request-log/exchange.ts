import { isAscii } from 'node:buffer';
import type { Request, Response } from 'express';
import { MAX_BODY_BYTES } from '#platform/http/body.js';
import { joinedSlashes } from '#platform/http/joined-slashes.js';
import { MASKED } from '#platform/logging/masking.js';
import type { RequestLogRow, RequestOwner } from './logged-request.js';
import type { Redaction } from './redaction.js';

/**
 * The characters of a response that are stored and that are read before redaction, and the most bytes per
 * character.
 */
const MAX_ANSWER = 16 * 1024;
const MAX_SEEN = MAX_ANSWER + 1_024;
const MAX_CHARACTER_BYTES = 3;
/** The longest text of an error that is kept. */
const MAX_MESSAGE = 1_024;
const FIRST_REFUSAL = 400;
const MAX_OBJECTS = 20;
/** The start of an object's JSON. */
const OWN_ID = /^\{"object":"[a-z_]+","id":"([0-9a-z_]{1,64})"/;
/**
 * The host that receives card numbers. Of its request bodies only names are kept, and of its answers only
 * fields that cannot hold card data.
 */
const VAULT = 'vault';
const OF_VAULT_ANSWERS = ['object', 'id', 'livemode', 'location', 'used', 'deleted', 'code', 'message'];
const ID = /\b[a-z]+\d?_(?:test_)?[0-9a-z]{19}\b/g;
/** The part of an unknown key that is shown. */
const KEY_PREFIX = /^[ps]key_(?:test_)?/;
/** Paths that are never logged: health checks, and the icon that browsers ask for. */
const NEVER_LOGGED = new Set(['/healthz', '/readyz', '/favicon.ico']);

/**
 * A request and its answer, as the log needs them. Until it is redacted and written, it holds secrets in
 * memory.
 */
export class Exchange {
  readonly began = performance.now();
  isWritten = false;
  private answer: string | undefined;
  private isAnswerCut = false;
  private durationMs: number | undefined;
  private status: number | null = null;
  /** As it was sent. */
  private readonly method: string;

  constructor(
    private readonly req: Request,
    private readonly res: Response,
    private readonly arrivedAt: Date,
  ) {
    this.method = req.method;
    this.watchAnswer(res);
  }

  /** As it was sent, but for slashes in a row: exams and filters compare it. */
  get path(): string {
    return joinedSlashes(this.req.originalUrl.split('?', 1)[0] ?? '');
  }

  get key(): string | undefined {
    const [, encoded] = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(this.req.headers.authorization ?? '') ?? [];
    return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString().split(':', 1)[0];
  }

  /** The account and mode that the guard found. */
  get owner(): RequestOwner | undefined {
    const { account, scope } = this.req;
    return account && scope && { account, livemode: scope.livemode };
  }

  get accountId(): string | undefined {
    return this.req.account?.id;
  }

  /**
   * True for a request with a key, a rejected one, or one whose path has at least three parts, as those of
   * pages have.
   */
  get isLogged(): boolean {
    if (NEVER_LOGGED.has(this.path) || this.method === 'OPTIONS') return false;
    return (
      this.req.headers.authorization !== undefined ||
      this.res.statusCode >= FIRST_REFUSAL ||
      this.path.split('/').length > 3
    );
  }

  /** An estimate of its memory. */
  get bytes(): number {
    const { headers } = this.req;
    const body =
      headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : MAX_BODY_BYTES;
    return 2_048 + Math.min(body, MAX_BODY_BYTES) + (this.answer?.length ?? 0);
  }

  end(): void {
    this.durationMs = performance.now() - this.began;
    this.status = this.res.writableFinished ? this.res.statusCode : null;
  }

  row(host: string, owner: RequestOwner | undefined, redaction: Redaction): RequestLogRow {
    const { req } = this;
    const isVault = host === VAULT;
    const body =
      owner && typeof req.body === 'object' && req.body !== null ? (req.body as object) : undefined;
    const answered = isVault || (this.status ?? 0) >= FIRST_REFUSAL ? this.answered() : undefined;
    const answer =
      owner && this.answer !== undefined ? this.redactedAnswer(isVault, answered, redaction) : null;
    const { code, message, object } = answered ?? {};
    const isError = object === 'error';
    const path = redaction.path(this.path);
    const [, own] = OWN_ID.exec(this.answer ?? '') ?? [];
    return {
      id: req.entryId,
      account_id: owner?.account.id ?? null,
      livemode: owner?.livemode ?? null,
      host,
      method: this.method,
      path,
      query: isVault || !owner ? namesOf(req.query, redaction) : redaction.values(req.query),
      parameters:
        this.file(redaction) ??
        (body && redaction.parameters(body, isVault ? undefined : req.knownParameters)) ??
        null,
      status: this.status,
      is_in_progress: this.durationMs === undefined,
      answer,
      is_answer_cut: this.isAnswerCut,
      error_code: isError ? redaction.text(String(code)) : null,
      error_message: isError ? redaction.text(String(message)).slice(0, MAX_MESSAGE) : null,
      duration_ms: Math.round((this.durationMs ?? performance.now() - this.began) * 1_000) / 1_000,
      request_id: req.id,
      key_prefix: owner ? null : prefixOf(this.key),
      key_kind: req.scope?.keyKind ?? null,
      api_version: req.scope?.apiVersion ?? null,
      is_from_browser: isOfBrowser(req),
      objects: [...new Set([...(path.match(ID) ?? []), ...(own === undefined ? [] : [own])])].slice(
        0,
        MAX_OBJECTS,
      ),
      fault: req.faults ?? null,
      at: owner ? this.timeOf(owner) : null,
      machine_at: this.arrivedAt,
    };
  }

  /** When it arrived, in the account's time. */
  private timeOf({ account: { frozenAt, clockOffsetMs } }: RequestOwner): Date {
    return frozenAt ?? new Date(this.arrivedAt.getTime() + clockOffsetMs);
  }

  /** Of an upload only the name and the size of the file. */
  private file(redaction: Redaction): object | undefined {
    const { file } = this.req as { file?: { readonly originalname: string; readonly size: number } };
    return file && { file: { name: redaction.startOf(file.originalname), size: file.size } };
  }

  /** The answer as an object; `undefined` when it is cut or no object. */
  private answered(): Record<string, unknown> | undefined {
    if (this.answer === undefined || this.isAnswerCut) return undefined;
    try {
      const answer: unknown = JSON.parse(this.answer);
      return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : undefined;
    } catch {
      return undefined;
    }
  }

  private redactedAnswer(
    isVault: boolean,
    answered: Record<string, unknown> | undefined,
    redaction: Redaction,
  ): string | null {
    if (!isVault) return redaction.answer(this.answer ?? '', MAX_ANSWER);
    if (!answered) return null;
    return redaction.answer(
      JSON.stringify(
        Object.fromEntries(
          OF_VAULT_ANSWERS.flatMap((name) => (name in answered ? [[name, answered[name]]] : [])),
        ),
      ),
      MAX_ANSWER,
    );
  }

  /**
   * Keeps the beginning of a JSON answer, which is passed to `end` as a whole. Pages, pictures and files are
   * not kept.
   */
  private watchAnswer(res: Response): void {
    const end = res.end.bind(res) as (...args: unknown[]) => typeof res;
    res.end = (...args: unknown[]) => {
      const [chunk] = args;
      if (
        String(res.getHeader('Content-Type')).includes('json') &&
        (typeof chunk === 'string' || Buffer.isBuffer(chunk))
      ) {
        this.answer = typeof chunk === 'string' ? chunk.slice(0, MAX_SEEN) : beginningOf(chunk);
        this.isAnswerCut = this.answer.length > MAX_ANSWER;
      }
      res.end = end;
      return end(...args);
    };
  }
}

/**
 * The first characters of an answer. Decoding only as many bytes as needed keeps the rest of a large answer
 * out of memory.
 */
function beginningOf(answer: Buffer): string {
  const [fewest, most] = [answer.subarray(0, MAX_SEEN), answer.subarray(0, MAX_SEEN * MAX_CHARACTER_BYTES)];
  return isAscii(fewest) ? fewest.toString('latin1') : most.toString('utf8').slice(0, MAX_SEEN);
}

function namesOf(query: object, redaction: Redaction): object {
  return redaction.parameters(query, undefined);
}

/** `fetch` of Node has the same headers, but for these two. */
function isOfBrowser({ headers }: Request): boolean {
  return headers.origin !== undefined || headers['user-agent']?.startsWith('Mozilla/') === true;
}

function prefixOf(key: string | undefined): string | null {
  if (key === undefined) return null;
  const [prefix] = KEY_PREFIX.exec(key) ?? [];
  return prefix === undefined ? MASKED : `${prefix}…`;
}
