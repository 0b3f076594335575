import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { ApiVersion } from '#domain/api-versions/versions.js';
import type { Currency } from '#domain/money.js';
import type { KeyKind } from '#domain/scope.js';
import { Database } from '#platform/database/database.js';
import { openTransaction } from '#platform/database/transactions.js';
import type { Account, KeyHolder } from './account.js';

/** How long one process may go on with what another has changed. */
const ACCOUNT_TTL_MS = 1_000;
const KEY_TTL_MS = 5_000;
const MAX_ENTRIES = 10_000;
const MAX_KEY_LENGTH = 200;

/** Accounts and keys from memory: finding out who is calling costs no query per request. */
@Injectable()
export class AccountDirectory {
  private readonly accounts = new LRUCache<string, Promise<Account>>({ max: MAX_ENTRIES, ttl: ACCOUNT_TTL_MS });
  private readonly keys = new LRUCache<string, Promise<KeyHolder | undefined>>({ max: MAX_ENTRIES, ttl: KEY_TTL_MS });

  constructor(private readonly database: Database) {}

  /** Whose key this is, or `undefined`. Only its SHA-256 is stored, looked up and remembered. */
  async findKeyHolder(key: string): Promise<KeyHolder | undefined> {
    if (key.length > MAX_KEY_LENGTH) return undefined;
    const sha256 = hashKey(key);
    return remember(this.keys, sha256, () => this.loadKey(sha256));
  }

  async get(accountId: string): Promise<Account> {
    // What a transaction reads of its own writes is nobody else's yet, and may be undone.
    if (openTransaction()) return this.accounts.get(accountId) ?? this.loadAccount(accountId);
    return remember(this.accounts, accountId, () => this.loadAccount(accountId));
  }

  /** Reads the account anew at its next use. */
  forget(accountId: string): void {
    this.accounts.delete(accountId);
  }

  private async loadAccount(id: string): Promise<Account> {
    const row = await this.database.account.findUniqueOrThrow({ where: { id }, omit: { webhookSecret: true, slug: true } });
    const { currency, apiVersion, clockOffsetMs, ...rest } = row;
    return { ...rest, currency: currency as Currency, apiVersion: apiVersion as ApiVersion, clockOffsetMs: Number(clockOffsetMs) };
  }

  private async loadKey(sha256: string): Promise<KeyHolder | undefined> {
    const row = await this.database.apiKey.findUnique({ where: { sha256 } });
    if (!row || !timingSafeEqual(Buffer.from(row.sha256), Buffer.from(sha256))) return undefined;
    return { accountId: row.accountId, livemode: row.livemode, kind: row.kind as KeyKind };
  }
}

/** What is remembered, or is being loaded already, or is loaded now. A failure is not remembered. */
function remember<T>(cache: LRUCache<string, Promise<T>>, key: string, load: () => Promise<T>): Promise<T> {
  const known = cache.get(key);
  if (known) return known;
  const loading = load();
  cache.set(key, loading);
  loading.catch(() => {
    if (cache.peek(key) === loading) cache.delete(key);
  });
  return loading;
}

/** SHA-256 in hex: keys are long and random, so that no slower hash is needed. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
