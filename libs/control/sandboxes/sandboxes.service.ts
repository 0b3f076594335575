import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { parseDuration } from '#kernel/duration.js';
import { fail, failNotFound } from '#kernel/errors.js';
import { newSuffix } from '#kernel/ids.js';
import { parseDateTime } from '#kernel/time.js';
import { Clock } from '#platform/clock/clock.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { Database } from '#platform/database/database.js';
import { Invalidations } from '#platform/database/invalidations.js';
import type { LongTransaction } from '#platform/database/long-transactions.js';
import { hashKey } from '#engine/accounts/account-directory.js';
import { AccountUses } from '#engine/accounts/account-uses.js';
import { fileIn } from '../snapshots/received-file.js';
import { SAVED_SETTINGS } from '../snapshots/saved-settings.js';
import { SnapshotImport, type ImportOptions } from '../snapshots/snapshot-import.js';
import { newKeyNonce, sandboxKeys, type SandboxKeys } from './rules/sandbox-keys.js';
import { DEFAULT_SANDBOX } from './rules/sandbox.rules.js';
import type { CreateSandboxDto, UpdateSandboxDto } from './sandbox.dto.js';
import { changesOf, defaultsOf, toUpdate } from './sandbox.settings.js';
import { cachedNamesOf } from './epoch-statement.js';
import {
  REAL_TIME,
  SandboxStore,
  type BeginningClock,
  type NewSandbox,
  type SandboxUse,
  type StoredSandbox,
} from './sandbox.store.js';
import { SeedsStore } from './seeds.store.js';
import {
  sandboxView,
  type DeletedSandboxView,
  type ListedSandboxView,
  type SandboxListView,
  type SandboxView,
} from './sandbox.view.js';

const WEBHOOK_SECRET_BYTES = 32;

/**
 * Makes, changes, resets and deletes sandboxes. A call resolves when no process uses the previous state any
 * more.
 */
@Injectable()
export class SandboxesService {
  constructor(
    private readonly store: SandboxStore,
    private readonly seeds: SeedsStore,
    private readonly database: Database,
    private readonly invalidations: Invalidations,
    private readonly imports: SnapshotImport,
    private readonly uses: AccountUses,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Makes a sandbox. If the name is taken, does what `if_exists` says. A seed is checked before anything is
   * changed. Throws `bad_request`, and `service_unavailable` when the caller has gone.
   */
  async create(body: CreateSandboxDto, signal: AbortSignal): Promise<SandboxView> {
    if (body.seed !== undefined) await this.imports.check(fileIn(Buffer.from(body.seed)), signal);
    const now = this.clock.machineNow();
    const sandbox = this.newSandbox(body, now);
    if (body.id_seed) {
      await this.seeds.assertUnused(body.id_seed, sandbox.name);
      await this.seeds.free(body.id_seed);
    }
    const made =
      body.seed === undefined
        ? await this.insert(sandbox)
        : await this.insertSeeded(sandbox, body.seed, body, signal);
    if (made) return made;
    const { if_exists: ifExists = 'fail' } = body;
    if (ifExists === 'fail')
      fail(
        'bad_request',
        `a sandbox named ${sandbox.name} exists; send if_exists=reuse to use it, or if_exists=reset to empty it`,
      );
    if (isChange(body)) await this.update(sandbox.name, body, { isEmptied: ifExists === 'reset' });
    if (ifExists === 'reuse') return this.find(sandbox.name);
    if (body.seed === undefined) return this.reset(sandbox.name, sandbox.account);
    return this.seed(sandbox.name, body.seed, body, { keepsHistory: false, signal });
  }

  /** `undefined`: the name is taken. */
  private async insert(sandbox: NewSandbox): Promise<SandboxView | undefined> {
    return (await this.store.insert(sandbox)) ? this.find(sandbox.name) : undefined;
  }

  /** The same with a seed, in one transaction. */
  private async insertSeeded(
    sandbox: NewSandbox,
    seed: string,
    body: CreateSandboxDto,
    signal: AbortSignal,
  ): Promise<SandboxView | undefined> {
    if (await this.store.find(sandbox.name)) return undefined;
    const make = async (transaction: LongTransaction): Promise<void> => {
      if (!(await this.store.insertWithin(transaction, sandbox))) throw new NameTaken();
    };
    return this.seed(sandbox.name, seed, body, { make, signal }).catch((error: unknown) => {
      if (error instanceof NameTaken) return undefined;
      throw error;
    });
  }

  /**
   * Replaces the sandbox's state by the seed. Clock and settings in `body` take precedence over those of the
   * seed.
   */
  private async seed(
    name: string,
    text: string,
    body: CreateSandboxDto,
    options: Pick<ImportOptions, 'make' | 'keepsHistory' | 'signal'>,
  ): Promise<SandboxView> {
    const { clock } = body;
    const given = changesOf(body, this.settings);
    const present = await this.store.find(name);
    const { closed } = await this.imports.replace(name, fileIn(Buffer.from(text)), {
      hasNewIds: true,
      idSeed: present ? present.account.idSeed : (body.id_seed ?? null),
      ...options,
      clock: {
        now: clock?.now ? parseDateTime(clock.now) : undefined,
        frozen: clock?.frozen === undefined ? undefined : isTrue(clock.frozen),
      },
      settings: Object.fromEntries(
        SAVED_SETTINGS.filter((setting) => setting in given).map((setting) => [setting, given[setting]]),
      ),
    });
    await this.invalidations.announce(cachedNamesOf(closed));
    return this.find(name);
  }

  /**
   * Sandboxes with all these lower-case words in their names. Sorted by use, a cursor is the number of
   * sandboxes before it.
   */
  async list(
    words: readonly string[],
    after: bigint,
    limit: number,
    isByUse: boolean,
  ): Promise<SandboxListView> {
    const page = isByUse
      ? this.store.listByUse(words, after, limit + 1)
      : this.store.list(words, after, limit + 1);
    const [found, rest] = split(await page, limit);
    const next = rest.length === 0 ? undefined : isByUse ? after + BigInt(limit) : found.at(-1)?.number;
    const uses = await this.store.usesOf(found.map(({ accountId }) => accountId));
    const data = found.map((stored) => ({ ...this.show(stored), ...useView(uses.get(stored.accountId)) }));
    return { object: 'list', data, next: next?.toString() ?? null };
  }

  /** Throws `not_found`. */
  async find(name: string): Promise<SandboxView> {
    const stored = await this.load(name);
    this.uses.note({ id: stored.accountId, hasTtl: stored.ttlMs !== null });
    const { testSecret } = this.keysOf(stored);
    const key = await this.database.apiKey.findFirst({ where: { sha256: hashKey(testSecret) } });
    if (!key)
      fail(
        'bad_request',
        `the keys of the sandbox ${name} were generated with another SANDBOX_SECRET; delete the sandbox and create it again`,
      );
    return this.show(stored);
  }

  /**
   * Changes settings; what is not sent stays. `isEmptied`: its objects are removed next. Throws `not_found`,
   * and `bad_request` for a TTL of the default sandbox, and for a seed of ids that is not possible.
   */
  async update(name: string, body: UpdateSandboxDto, { isEmptied = false } = {}): Promise<SandboxView> {
    if (name === DEFAULT_SANDBOX && body.ttl) fail('bad_request', `the sandbox ${name} cannot have a ttl`);
    const accountId = await this.database.atomically(() => this.write(name, body, isEmptied));
    await this.invalidations.announce([accountId]);
    if (body.id_seed) await this.seeds.free(body.id_seed);
    return this.find(name);
  }

  /**
   * Empties the sandbox. Its keys, settings and webhook address stay; its clock becomes `clock`, by default
   * real time. Throws `not_found`.
   */
  async reset(name: string, clock: BeginningClock = REAL_TIME): Promise<SandboxView> {
    const now = this.clock.machineNow();
    const closed = await this.store.reset(name, newSuffix(), clock, now);
    if (!closed) return failNotFound('sandbox', name);
    await this.invalidations.announce(cachedNamesOf(closed));
    const sandbox = await this.find(name);
    if (sandbox.id_seed !== null) await this.seeds.free(sandbox.id_seed);
    return sandbox;
  }

  /**
   * Deletes the sandbox; the worker removes its rows. Throws `not_found`, and `bad_request` for the default
   * sandbox.
   */
  async remove(name: string): Promise<DeletedSandboxView> {
    if (name === DEFAULT_SANDBOX)
      fail('bad_request', `the sandbox ${name} cannot be deleted; reset it instead`);
    const closed = await this.store.remove(name, this.clock.machineNow());
    if (!closed) return failNotFound('sandbox', name);
    await this.invalidations.announce(cachedNamesOf(closed));
    return { object: 'sandbox', name, deleted: true };
  }

  /** Runs in a transaction, and waits for a reset that is under way. Answers the id of the account. */
  private async write(name: string, body: UpdateSandboxDto, isEmptied: boolean): Promise<string> {
    const [held] = await this.database.$queryRaw<
      { account_id: string }[]
    >`SELECT account_id FROM sandbox WHERE name = ${name} FOR UPDATE`;
    if (!held) return failNotFound('sandbox', name);
    const { account_id: id } = held;
    if (body.id_seed !== undefined) await this.seeds.assertPossible(body.id_seed, name, { id, isEmptied });
    await this.database.account.updateMany({ where: { id }, data: toUpdate(changesOf(body, this.settings)) });
    if (body.ttl !== undefined)
      await this.database.sandbox.updateMany({ where: { name }, data: this.lifeOf(body.ttl) });
    if (body.webhook_uri !== undefined)
      await this.database.webhookEndpoint.deleteMany({ where: { accountId: id } });
    const { webhook_uri: uri } = body;
    if (uri)
      await this.database.webhookEndpoint.createMany({
        data: [false, true].map((livemode) => ({ accountId: id, livemode, uri })),
      });
    return id;
  }

  private lifeOf(ttl: string | null | undefined): { ttlMs: number | null; expiresAt: Date | null } {
    const ttlMs = parseDuration(ttl) ?? null;
    return { ttlMs, expiresAt: ttlMs === null ? null : new Date(this.clock.machineNow().getTime() + ttlMs) };
  }

  private newSandbox(body: CreateSandboxDto, now: Date): NewSandbox {
    const id = newSuffix();
    const name = body.name ?? `sandbox-${id}`;
    const nonce = newKeyNonce();
    const begin = body.clock?.now ? parseDateTime(body.clock.now) : undefined;
    const { ttlMs, expiresAt } = this.lifeOf(body.ttl);
    return {
      name,
      key_nonce: nonce,
      ttl_ms: ttlMs,
      expires_at: expiresAt,
      account: {
        id,
        public_id: id,
        epoch: 1,
        name,
        email: `${name.toLowerCase()}@tollgate.test`,
        chain_return_uri: null,
        ...defaultsOf(this.settings),
        ...changesOf(body, this.settings),
        webhook_secret: body.webhook_secret ?? randomBytes(WEBHOOK_SECRET_BYTES).toString('base64'),
        clock_offset_ms: begin ? begin.getTime() - now.getTime() : 0,
        frozen_at: isTrue(body.clock?.frozen) ? (begin ?? now) : null,
        clock_move_id: null,
        watched_until: null,
        webhooks_held_at: null,
        has_faults: false,
        restored_xid: null,
        successor_id: null,
        created_at: begin ?? now,
        closed_at: null,
      },
      keys: keyRows(this.keysOf({ name, keyNonce: nonce })),
      webhook_uri: body.webhook_uri ?? null,
    };
  }

  private async load(name: string): Promise<StoredSandbox> {
    return (await this.store.find(name)) ?? failNotFound('sandbox', name);
  }

  private show(stored: StoredSandbox): SandboxView {
    const { clockOffsetMs, frozenAt } = stored.account;
    const now = this.clock.now({ clockOffsetMs: Number(clockOffsetMs), frozenAt });
    return sandboxView(stored, this.keysOf(stored), this.settings, now);
  }

  private keysOf({ name, keyNonce }: Pick<StoredSandbox, 'name' | 'keyNonce'>): SandboxKeys {
    const { keys, sandboxSecret } = this.settings;
    if (keyNonce === null) return keys;
    if (sandboxSecret === undefined) throw new Error('The control host is started with a SANDBOX_SECRET');
    return sandboxKeys(sandboxSecret, name, keyNonce);
  }
}

/** A sandbox of this name was made meanwhile. */
class NameTaken extends Error {}

/** Parameters that are no settings: they apply only when the sandbox is made. */
const OF_CREATION: readonly string[] = [
  'name',
  'if_exists',
  'clock',
  'webhook_secret',
  'seed',
] satisfies (keyof CreateSandboxDto)[];

/** True if any setting was sent. */
function isChange(body: CreateSandboxDto): boolean {
  return Object.entries(body).some(([name, value]) => value !== undefined && !OF_CREATION.includes(name));
}

function keyRows({ testPublic, testSecret, livePublic, liveSecret }: SandboxKeys): NewSandbox['keys'] {
  const row = (key: string, livemode: boolean, kind: string): NewSandbox['keys'][number] => ({
    sha256: hashKey(key),
    livemode,
    kind,
    public_key: kind === 'public' ? key : null,
  });
  return [
    row(testPublic, false, 'public'),
    row(testSecret, false, 'secret'),
    row(livePublic, true, 'public'),
    row(liveSecret, true, 'secret'),
  ];
}

function useView(use: SandboxUse | undefined): Pick<ListedSandboxView, 'last_used_at' | 'charges'> {
  return { last_used_at: use?.lastUsedAt?.toISOString() ?? null, charges: use?.charges ?? 0 };
}

/** A boolean from JSON or from a form. */
function isTrue(value: boolean | string | undefined): boolean {
  return value === true || value === 'true';
}

function split<T>(items: readonly T[], at: number): [T[], T[]] {
  return [items.slice(0, at), items.slice(at)];
}
