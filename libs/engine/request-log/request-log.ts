import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { SECOND_MS } from '#kernel/time.js';
import { Clock } from '#platform/clock/clock.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { Log } from '#platform/logging/log.js';
import { Metrics } from '#platform/metrics/metrics.js';
import { AccountWatch } from '../accounts/account-watch.js';
import { Exchange } from './exchange.js';
import type { RequestLogRow, RequestOwner } from './logged-request.js';
import { Redaction } from './redaction.js';
import { RequestLogStore } from './request-log.store.js';
import { RequestOwners } from './request-owners.js';

/** The delay of a batch, and its largest size. */
const FLUSH_MS = 50;
const BATCH_SIZE = 500;
/** The most requests that wait to be written. Further ones are dropped, and shown as a gap. */
const MAX_WAITING = 5_000;
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/**
 * Requests that are logged in a burst, and each second in the long run: what comes beyond that is lost, for
 * logging one takes a tenth of making it.
 */
const BURST = 2_000;
const PER_SECOND = 200;
/** A request that takes longer is written before it has ended. */
const IN_PROGRESS_AFTER_MS = 100;
/** The number of rows written for an account between two prunings. */
const PRUNE_EVERY = 100;
/** The most accounts whose rows are counted for that. */
const MAX_COUNTED = 10_000;

/**
 * Logs every request to a host with a sandbox's keys, and every refused request without. No request waits for
 * its log entry: finished requests are kept in memory, redacted, and written in batches. Above a rate limit
 * entries are dropped, and the list shows a gap.
 */
@Injectable()
export class RequestLog implements BeforeApplicationShutdown {
  private readonly underWay = new Set<Exchange>();
  private waiting: Exchange[] = [];
  private waitingBytes = 0;
  /** Accounts whose requests were dropped since the last flush. An empty id means no account. */
  private lostOf = new Set<string>();
  private readonly written = new Map<string, number>();
  private readonly redaction: Redaction;
  private readonly shed: (count: number) => void;
  /** Requests that may be logged now: a token bucket. */
  private tokens = BURST;
  private refilledAt = performance.now();
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> = Promise.resolve();
  private isFlushing = false;

  constructor(
    private readonly store: RequestLogStore,
    private readonly owners: RequestOwners,
    private readonly watch: AccountWatch,
    private readonly clock: Clock,
    private readonly log: Log,
    metrics: Metrics,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.redaction = Redaction.ofInstallation(settings);
    const { part } = metrics;
    const shed = metrics.counter(
      'tollgate_request_log_shed_total',
      'Requests missing from the request log because its buffer was full.',
      ['part'],
    );
    shed.inc({ part }, 0);
    this.shed = (count) => shed.inc({ part }, count);
    this.host = part;
  }

  private readonly host: string;

  /** Middleware: comes before the body is read. */
  readonly follow = (req: Request, res: Response, next: NextFunction): void => {
    if (this.settings.requestLog) this.begin(req, res);
    next();
  };

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.flushing;
    while (this.waiting.length > 0) await this.flush();
  }

  private begin(req: Request, res: Response): void {
    if (!this.takeToken()) {
      res.once('close', () => {
        this.shed(1);
        this.lostOf.add(req.account?.id ?? '');
        this.planFlush();
      });
      return;
    }
    const exchange = new Exchange(req, res, this.clock.machineNow());
    this.underWay.add(exchange);
    res.once('close', () => {
      this.underWay.delete(exchange);
      exchange.end();
      if (exchange.isLogged) this.keep(exchange);
      else this.tokens += 1;
    });
    this.planFlush();
  }

  private takeToken(): boolean {
    const now = performance.now();
    this.tokens = Math.min(BURST, this.tokens + ((now - this.refilledAt) / SECOND_MS) * PER_SECOND);
    this.refilledAt = now;
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }

  private keep(exchange: Exchange): void {
    const { bytes } = exchange;
    if (this.waiting.length >= MAX_WAITING || this.waitingBytes + bytes > MAX_WAITING_BYTES) {
      this.lose([exchange]);
      return;
    }
    this.waiting.push(exchange);
    this.waitingBytes += bytes;
    if (this.waiting.length >= BATCH_SIZE) this.startFlush();
    else this.planFlush();
  }

  private lose(exchanges: readonly Exchange[]): void {
    this.shed(exchanges.length);
    for (const { accountId } of exchanges) this.lostOf.add(accountId ?? '');
  }

  private planFlush(): void {
    this.timer ??= setTimeout(() => this.startFlush(), FLUSH_MS).unref();
  }

  private startFlush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.isFlushing) return;
    this.isFlushing = true;
    this.flushing = this.flush().finally(() => {
      this.isFlushing = false;
      if (this.waiting.length >= BATCH_SIZE) this.startFlush();
      else if (this.waiting.length + this.underWay.size > 0) this.planFlush();
    });
  }

  /** Never rejects: entries that cannot be written are dropped. */
  private async flush(): Promise<void> {
    const ended = this.waiting.splice(0, BATCH_SIZE);
    for (const { bytes } of ended) this.waitingBytes -= bytes;
    const batch = [...ended, ...this.slow(BATCH_SIZE - ended.length)];
    const lostOf = [...this.lostOf];
    this.lostOf = new Set();
    if (batch.length + lostOf.length === 0) return;
    try {
      const rows = await this.rowsOf(batch);
      await this.store.write(rows, lostOf);
      await this.afterwards(rows);
    } catch (error) {
      this.lose(ended);
      for (const accountId of lostOf) this.lostOf.add(accountId);
      this.log.debug('writing the request log failed', { reason: (error as Error).message });
    }
  }

  /** Slow requests that are in progress and not written yet, oldest first. */
  private slow(limit: number): Exchange[] {
    const now = performance.now();
    const slow: Exchange[] = [];
    for (const exchange of this.underWay) {
      if (slow.length >= limit || now - exchange.began < IN_PROGRESS_AFTER_MS) break;
      if (exchange.isWritten || !exchange.isLogged) continue;
      exchange.isWritten = true;
      slow.push(exchange);
    }
    return slow;
  }

  private async rowsOf(exchanges: readonly Exchange[]): Promise<RequestLogRow[]> {
    const owned: { exchange: Exchange; owner: RequestOwner | undefined }[] = [];
    for (const exchange of exchanges)
      owned.push({ exchange, owner: exchange.owner ?? (await this.ownerOf(exchange)) });
    const secrets = await this.store.webhookSecrets([
      ...new Set(owned.flatMap(({ owner }) => owner?.account.id ?? [])),
    ]);
    const redactions = new Map([...secrets].map(([id, secret]) => [id, this.redaction.with(secret)]));
    return owned.map(({ exchange, owner }) =>
      exchange.row(this.host, owner, redactions.get(owner?.account.id ?? '') ?? this.redaction),
    );
  }

  private ownerOf({ key, path }: Exchange): Promise<RequestOwner | undefined> {
    return key === undefined ? this.owners.ofPath(path) : this.owners.ofKey(key);
  }

  /** Wakes callers that wait for requests, and removes requests above the limit. */
  private async afterwards(rows: readonly RequestLogRow[]): Promise<void> {
    const counts = new Map<string, number>();
    for (const { account_id: id } of rows) counts.set(id ?? '', (counts.get(id ?? '') ?? 0) + 1);
    for (const [accountId, count] of counts) {
      if (accountId !== '') await this.watch.writtenFor(accountId);
      // Others may have written before, of whom this process knows nothing.
      const written = (this.written.get(accountId) ?? PRUNE_EVERY) + count;
      if (this.written.size >= MAX_COUNTED) this.written.clear();
      this.written.set(accountId, written >= PRUNE_EVERY ? 0 : written);
      if (written >= PRUNE_EVERY) await this.store.prune(accountId);
    }
  }
}
