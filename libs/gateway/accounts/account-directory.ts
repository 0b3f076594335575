import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { ApiVersion } from '#domain/api-versions/versions.js';
import type { Currency } from '#domain/money.js';
import type { KeyKind } from '#domain/scope.js';
import { Database } from '#platform/database/database.js';
import type { Account, KeyHolder } from './account.js';

/** How long one process may go on with what another has changed. */
const ACCOUNT_TTL_MS = 1_000;
const KEY_TTL_MS = 5_000;
const MAX_ENTRIES = 10_000;
const MAX_KEY_LENGTH = 200;

/** Accounts and keys from memory: finding out who is calling costs no query per request. */
@Injectable()
export class AccountDirectory {
  private readonly accounts = new LRUCache<string, Account>({
    max: MAX_ENTRIES,
    ttl: ACCOUNT_TTL_MS,
    fetchMethod: (id) => this.loadAccount(id),
  });
  private readonly keys = new LRUCache<string, KeyHolder>({ max: MAX_ENTRIES, ttl: KEY_TTL_MS, fetchMethod: (hash) => this.loadKey(hash) });

  constructor(private readonly database: Database) {}

  /** Whose key this is, or `undefined`. Only its SHA-256 is stored, looked up and remembered. */
  async findKeyHolder(key: string): Promise<KeyHolder | undefined> {
    return key.length > MAX_KEY_LENGTH ? undefined : this.keys.fetch(hashKey(key));
  }

  async get(accountId: string): Promise<Account> {
    const account = await this.accounts.fetch(accountId);
    if (!account) throw new Error(`Account ${accountId} is gone`);
    return account;
  }

  /** Reads the account anew at its next use. */
  forget(accountId: string): void {
    this.accounts.delete(accountId);
  }

  private async loadAccount(id: string): Promise<Account | undefined> {
    const row = await this.database.account.findUnique({ where: { id } });
    if (!row) return undefined;
    const { currency, apiVersion, clockOffsetMs, ...rest } = row;
    return { ...rest, currency: currency as Currency, apiVersion: apiVersion as ApiVersion, clockOffsetMs: Number(clockOffsetMs) };
  }

  private async loadKey(sha256: string): Promise<KeyHolder | undefined> {
    const row = await this.database.apiKey.findUnique({ where: { sha256 } });
    if (!row || !timingSafeEqual(Buffer.from(row.sha256), Buffer.from(sha256))) return undefined;
    return { accountId: row.accountId, livemode: row.livemode, kind: row.kind as KeyKind };
  }
}

/** SHA-256 in hex: keys are long and random, so that no slower hash is needed. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
