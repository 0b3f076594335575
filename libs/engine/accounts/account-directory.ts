import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { ApiVersion } from '#kernel/api-versions/versions.js';
import { fail } from '#kernel/errors.js';
import type { ExchangeRate } from '#kernel/exchange-rates.js';
import { atMost } from '#kernel/lru.js';
import type { Currency } from '#kernel/money.js';
import type { KeyKind } from '#kernel/scope.js';
import { Clock } from '#platform/clock/clock.js';
import type { Fidelity } from '#platform/config/account-settings.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { Invalidations, LEASE_MS } from '#platform/database/invalidations.js';
import { openTransaction } from '#platform/database/transactions.js';
import type { FaultRule } from '../faults/rules/fault.js';
import { toFaultRule } from '../faults/fault.row.js';
import type { Challenge, PageTheme } from './rules/account-options.js';
import type { Account, KeyHolder } from './account.js';

const MAX_ENTRIES = 10_000;
/**
 * `ttlResolution: 0` reads the time on every access: a process that was frozen must not use what has expired
 * meanwhile.
 */
const LEASED = { ...atMost(MAX_ENTRIES), ttl: LEASE_MS, ttlResolution: 0 };
const MAX_KEY_LENGTH = 200;
/** The class of the advisory locks of {@link replacementLock}: arbitrary, but the same in every process. */
const REPLACEMENT_LOCK_CLASS = 740_079;

/**
 * The answer to a request whose epoch was closed meanwhile. A retry finds the next epoch, or that the sandbox
 * is deleted.
 */
const CLOSED = 'the sandbox was reset, restored or deleted during the request; retry';

/**
 * A cache of accounts and keys, so that authentication costs no query per request. Entries are invalidated as
 * soon as another process has changed them, and expire after a second in any case
 * (docs/decisions/0017-epochs-and-snapshots.md).
 */
@Injectable()
export class AccountDirectory {
  private readonly accounts = new LRUCache<string, Promise<Account | undefined>>(LEASED);
  private readonly keys = new LRUCache<string, Promise<KeyHolder | undefined>>(LEASED);
  /** Loads that are over. */
  private readonly loaded = new WeakSet<Promise<unknown>>();

  constructor(
    private readonly database: Database,
    private readonly invalidations: Invalidations,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    invalidations.subscribe({
      forget: (names) => {
        for (const name of names) this.forget(name);
      },
      forgetAll: () => {
        this.accounts.clear();
        this.keys.clear();
      },
    });
  }

  /**
   * The holder of the key and its open account, or `undefined`. Only the key's SHA-256 is stored, looked up
   * and cached.
   */
  async findKeyHolder(
    key: string,
  ): Promise<{ readonly holder: KeyHolder; readonly account: Account } | undefined> {
    if (key.length > MAX_KEY_LENGTH) return undefined;
    const sha256 = hashKey(key);
    const owned = await this.findWithAccount(
      () => this.remembered(this.keys, sha256, () => this.loadKey(sha256)),
      ({ accountId }) => accountId,
      // The account was closed a moment ago, and its keys went over to the next.
      () => this.forget(sha256),
    );
    return owned && { holder: owned.found, account: owned.account };
  }

  /** Throws `service_unavailable` when it was closed since its key was looked up. */
  async get(accountId: string): Promise<Account> {
    return (await this.find(accountId)) ?? throwClosedAccount();
  }

  /** `undefined` for a closed or unknown account. */
  async find(accountId: string): Promise<Account | undefined> {
    // A transaction's own writes are not cached: they are not committed, and may be rolled back.
    if (openTransaction()) return this.accounts.get(accountId) ?? this.loadAccount(accountId);
    return this.remembered(this.accounts, accountId, () => this.loadToCache(accountId));
  }

  /**
   * False if the account was closed before the last read of the caller, who then may have seen rows that a
   * restore was replacing. Costs no query unless the account is not cached: nothing of it is while its rows
   * are replaced ({@link replacementLock}).
   */
  async isStillOpen(accountId: string): Promise<boolean> {
    const known = this.accounts.get(accountId);
    // A load that is under way may have begun before the caller's last read.
    if (known && this.loaded.has(known)) return (await known) !== undefined;
    return (await this.database.account.count({ where: { id: accountId, closedAt: null } })) > 0;
  }

  /** The account of the present epoch of the same sandbox; `undefined` when the sandbox is deleted. */
  async findSuccessor({ publicId }: Pick<Account, 'publicId'>): Promise<Account | undefined> {
    const load = (): Promise<{ id: string } | null> =>
      this.database.account.findFirst({ where: { publicId, closedAt: null }, select: { id: true } });
    return (await this.findWithAccount(load, ({ id }) => id))?.account;
  }

  /**
   * Finds a row together with its account. If that is closed, calls `forget` and loads again: a restore may
   * have given the row to the next epoch.
   */
  async findWithAccount<Found>(
    load: () => Promise<Found | null | undefined>,
    accountIdOf: (found: Found) => string,
    forget?: () => void,
  ): Promise<{ readonly found: Found; readonly account: Account } | undefined> {
    for (let closedId: string | undefined; ;) {
      const found = await load();
      if (found === null || found === undefined) return undefined;
      const accountId = accountIdOf(found);
      const account = await this.find(accountId);
      if (account) return { found, account };
      if (accountId === closedId) return undefined;
      closedId = accountId;
      forget?.();
    }
  }

  /** Updates the cached clock of an account that this process has just moved. */
  async setFrozenAt(accountId: string, frozenAt: Date): Promise<void> {
    const account = await this.find(accountId);
    if (account && this.invalidations.isListening)
      this.accounts.set(accountId, Promise.resolve({ ...account, frozenAt }));
    else this.forget(accountId);
  }

  /** Evicts the account with this id, or the key with this SHA-256. */
  forget(name: string): void {
    this.accounts.delete(name);
    this.keys.delete(name);
  }

  private async loadToCache(id: string): Promise<Account | undefined> {
    const isReplaced = await this.isBeingReplaced(id);
    const account = await this.loadAccount(id);
    if (isReplaced) this.accounts.delete(id);
    return account;
  }

  private async isBeingReplaced(id: string): Promise<boolean> {
    const [lock] = await this.database.query<{ free: boolean }>(
      Prisma.sql`SELECT pg_try_advisory_xact_lock_shared(${REPLACEMENT_LOCK_CLASS}::int, hashtext(${id})) AS free`,
    );
    return lock?.free === false;
  }

  private async loadAccount(id: string): Promise<Account | undefined> {
    const include = { sandbox: { select: { ttlMs: true } } };
    const row = await this.database.account.findFirst({
      where: { id, closedAt: null },
      omit: { webhookSecret: true },
      include,
    });
    if (!row) return undefined;
    const {
      currency,
      apiVersion,
      clockOffsetMs,
      fidelity,
      apiUrl,
      vaultUrl,
      payUrl,
      exchangeRates,
      sandbox,
      hasFaults,
      ...rest
    } = row;
    return {
      ...rest,
      currency: currency as Currency,
      apiVersion: apiVersion as ApiVersion,
      threeDSecureChallenge: row.threeDSecureChallenge as Challenge,
      pageTheme: row.pageTheme as PageTheme,
      exchangeRates: (exchangeRates ?? []) as unknown as readonly ExchangeRate[],
      clockOffsetMs: Number(clockOffsetMs),
      fidelity: (fidelity as Fidelity | null) ?? this.settings.fidelity,
      baseUrl: apiUrl ?? this.settings.baseUrl,
      vaultUrl: vaultUrl ?? this.settings.vaultUrl,
      payUrl: payUrl ?? this.settings.payUrl,
      hasTtl: sandbox !== null && sandbox.ttlMs !== null,
      faults: hasFaults ? await this.loadFaults(id) : [],
    };
  }

  /** The account, and its time: what views of its objects are rendered with. */
  async viewContext(accountId: string): Promise<Account & { readonly now: Date }> {
    const account = await this.get(accountId);
    return { ...account, now: this.clock.now(account) };
  }

  /** The active faults. Whether one has ended since is checked again when a call matches it. */
  private async loadFaults(accountId: string): Promise<FaultRule[]> {
    const rows = await this.database.fault.findMany({
      where: { accountId, expiresAt: { gt: this.clock.machineNow() } },
      orderBy: { id: 'asc' },
      select: {
        id: true,
        name: true,
        subject: true,
        side: true,
        match: true,
        effect: true,
        times: true,
        firedCount: true,
        awaitedCount: true,
      },
    });
    const isOver = ({ times, firedCount, awaitedCount }: (typeof rows)[number]): boolean =>
      times !== null && firedCount >= times && awaitedCount === 0;
    return rows.filter((row) => !isOver(row)).map((row) => toFaultRule(row));
  }

  private async loadKey(sha256: string): Promise<KeyHolder | undefined> {
    const row = await this.database.apiKey.findFirst({ where: { sha256 } });
    return row ? { accountId: row.accountId, livemode: row.livemode, kind: row.kind as KeyKind } : undefined;
  }

  /**
   * From the cache, from a load under way, or loaded now. Failures are not cached, and nothing is while this
   * process receives no invalidations.
   */
  private remembered<T>(
    cache: LRUCache<string, Promise<T>>,
    name: string,
    load: () => Promise<T>,
  ): Promise<T> {
    const known = cache.get(name);
    if (known) return known;
    const loading = load();
    if (!this.invalidations.isListening) return loading;
    cache.set(name, loading);
    loading.then(
      () => this.loaded.add(loading),
      () => {
        if (cache.peek(name) === loading) cache.delete(name);
      },
    );
    return loading;
  }
}

/**
 * Keeps the account out of all caches until the transaction ends. What was cached before has to be announced
 * ({@link Invalidations.announce}). The lock ends after the commit is visible, so that an account which is
 * cached again was read as that commit left it.
 */
export function replacementLock(accountId: string): Prisma.Sql {
  return Prisma.sql`SELECT pg_advisory_xact_lock(${REPLACEMENT_LOCK_CLASS}::int, hashtext(${accountId}))`;
}

/** Refuses a request whose account was closed meanwhile. */
export function throwClosedAccount(): never {
  return fail('service_unavailable', CLOSED);
}

/** SHA-256 in hex: keys are long and random, so that no slower hash is needed. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
