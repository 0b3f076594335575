import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { fail } from '#kernel/errors.js';
import { brokenUniqueConstraint, isUnstorable } from '#platform/database/database-errors.js';
import { Prisma } from '#platform/database/generated/client.js';
import {
  LongTransactions,
  type LongSession,
  type LongTransaction,
} from '#platform/database/long-transactions.js';
import { migrationNames } from '#platform/database/migrations.js';
import type { FaultMatch } from '#engine/faults/rules/fault.js';
import { routeProblem } from '../faults/fault-routes.js';
import { headerProblem, type FileHeader, type FileTrailer } from './rules/file-rules.js';
import { importedRow, NewIds, storedRow } from './rules/imported-row.js';
import { ROW_RULES } from './rules/row-rules.js';
import {
  assertWhole,
  firstLineOf,
  isEntry,
  linesOf,
  parseLine,
  rejectLine,
  tableOf,
  type FileLine,
  type ParsedLine,
} from './file-lines.js';
import { findMisfit, type Misfit } from './import-checks.js';
import { claimSnapshot, releaseSnapshot } from './claimed-snapshot.js';
import { assertAwaited, awaited, type ReceivedFile } from './received-file.js';
import { readSettings, type SavedSettings } from './saved-settings.js';
import { SAVED_TABLES } from './saved-tables.js';
import { SnapshotStore, type BegunEpoch, type SavedState } from './snapshot.store.js';
import { DuplicateRow, StagedRows } from './staged-rows.js';

const TAKEN = 'the file contains ids that are in use; import it with new_ids=true';

export interface ImportOptions {
  /** True if every id is replaced by a new one. `undefined`: for a bundle whose ids are in use. */
  readonly hasNewIds: boolean | undefined;
  /** The seed of the sandbox's ids: the same file then gets the same new ids. */
  readonly idSeed: string | null;
  /** Overrides the clock of the file. */
  readonly clock?: { readonly now?: Date | undefined; readonly frozen?: boolean | undefined };
  readonly settings?: Partial<SavedSettings>;
  /** False if requests and acts of before go, as by a reset. */
  readonly keepsHistory?: boolean;
  /** Makes the sandbox in the same transaction, if it does not exist. */
  readonly make?: (transaction: LongTransaction) => Promise<void>;
  /** Aborted when the caller has gone; then nothing is kept. */
  readonly signal?: AbortSignal;
}

export interface ImportedEpoch extends BegunEpoch {
  /** The object of a bundle; null for a snapshot. */
  readonly object: string | null;
}

interface FileFacts {
  readonly header: FileHeader;
  readonly trailer: FileTrailer;
  /** True if the file has an older schema, which may lack newer columns. */
  readonly isOlder: boolean;
}

/** Replaces the state of a sandbox by a file, atomically. */
@Injectable()
export class SnapshotImport {
  constructor(
    private readonly store: SnapshotStore,
    private readonly transactions: LongTransactions,
  ) {}

  /** Reads the whole file once, and checks all but its rows. Throws as {@link replace}. */
  async check(file: ReceivedFile, signal: AbortSignal): Promise<void> {
    await factsOf(awaited(file, signal));
  }

  /**
   * Begins an epoch of the sandbox with the state in the file. Throws `bad_request` with what is wrong with
   * the file, `not_found` for the sandbox, and `service_unavailable` when the caller has gone.
   */
  async replace(sandboxName: string, received: ReceivedFile, options: ImportOptions): Promise<ImportedEpoch> {
    const { hasNewIds, clock = {}, settings: others = {}, signal } = options;
    const file = awaited(received, signal);
    const facts = await factsOf(file);
    const { at, frozen, settings } = facts.header;
    const begin = clock.now ?? new Date(at);
    if (begin < new Date(at))
      fail('bad_request', `clock[now] must not be before the time of the seed, ${at}`);
    const state = {
      at: begin,
      frozen: clock.frozen ?? frozen,
      settings: { ...readSettings(settings), ...others },
    };
    try {
      return await this.begin(sandboxName, file, facts, state, options, hasNewIds === true);
    } catch (error) {
      const isTaken = brokenUniqueConstraint(error) !== undefined;
      if (isTaken && facts.header.bundle && hasNewIds === undefined)
        return this.begin(sandboxName, file, facts, state, options, true);
      if (isTaken) fail('bad_request', TAKEN);
      if (isUnstorable(error)) fail('bad_request', 'the file contains a value that cannot be stored');
      throw error;
    }
  }

  private begin(
    sandboxName: string,
    file: ReceivedFile,
    facts: FileFacts,
    state: Omit<SavedState, 'id'>,
    { idSeed, keepsHistory = true, make, signal }: ImportOptions,
    hasNewIds: boolean,
  ): Promise<ImportedEpoch> {
    return this.transactions.session(sandboxName, async (session) => {
      const ids = hasNewIds ? new NewIds(idsKey(idSeed)) : undefined;
      const id = await claimSnapshot(session);
      await stage(session, id, file, facts, ids).catch((error: unknown) => {
        if (error instanceof DuplicateRow) return rejectDuplicate(file, error, ids);
        throw error;
      });
      const misfit = await session.transact({ isolation: 'read committed' }, (transaction) =>
        findMisfit(transaction, id),
      );
      if (misfit) await rejectMisfit(file, misfit, ids);
      const begun = await session.transact(
        { isolation: 'read committed', lock: sandboxName },
        async (transaction) => {
          assertAwaited(signal);
          await make?.(transaction);
          const act = { action: 'import', objectId: null };
          const epoch = await this.store.begin(transaction, sandboxName, { id, ...state }, act, {
            keepsHistory,
          });
          assertAwaited(signal);
          return { ...epoch, object: objectOf(facts.header, ids) };
        },
      );
      await releaseSnapshot(session, id);
      return begun;
    });
  }
}

function idsKey(idSeed: string | null): Buffer {
  return idSeed === null ? randomBytes(32) : createHash('sha256').update(idSeed).digest();
}

/** Checks the header of the file, and then its checksum. */
async function factsOf(file: ReceivedFile): Promise<FileFacts> {
  const known = await migrationNames();
  const header = await firstLineOf(file);
  const problem = headerProblem(header, known);
  if (problem !== undefined) fail('bad_request', `the file cannot be imported: ${problem}`);
  const { settings, schema } = header as unknown as FileHeader;
  readSettings(settings);
  const trailer = await assertWhole(file, header['bundle'] !== undefined);
  return { header: header as unknown as FileHeader, trailer, isOlder: schema !== known.at(-1) };
}

function objectOf({ bundle }: FileHeader, ids: NewIds | undefined): string | null {
  if (!bundle) return null;
  const { object } = bundle;
  return ids ? (ids.row({ object })['object'] as string) : object;
}

/**
 * Writes the rows of the file as those of a snapshot without a sandbox. It does so in small transactions,
 * because a long one would keep new entries of all sandboxes off the lists in commit order.
 */
async function stage(
  session: LongSession,
  id: bigint,
  file: ReceivedFile,
  facts: FileFacts,
  ids: NewIds | undefined,
): Promise<void> {
  const { header, trailer, isOlder } = facts;
  const [made] = await session.query<{ xid: string }>(Prisma.sql`
    INSERT INTO snapshot (id, name, at, machine_at, frozen, settings, row_count)
    VALUES (${id}::bigint, '', ${header.at}::timestamptz, now(), false, '{}', 0) RETURNING pg_current_xact_id()::text AS xid`);
  const rows = await StagedRows.of(session, id);
  const xidOf = (order: unknown): number => orderedXid(Number(made?.xid), trailer.orders, order);
  let hasObject = header.bundle === undefined;
  for await (const line of linesOf(file)) {
    const { number } = line;
    if (number === 1 || number === trailer.rows + 2) continue;
    if (header.bundle && isEntry(line)) continue;
    const parsed = parseRow(line);
    hasObject ||= parsed['id'] === header.bundle?.object;
    const imported = importedRow(parsed, trailer.orders, isOlder);
    if ('problem' in imported) rejectLine(number, imported.problem);
    const problem =
      parsed['table'] === 'fault' ? routeProblem((imported.row['match'] as FaultMatch).route) : undefined;
    if (problem !== undefined) rejectLine(number, problem);
    const row = storedRow(ids ? ids.row(imported.row) : imported.row);
    await rows.add(parsed['table'] as string, { ...row, xid: xidOf(parsed['order']) });
  }
  if (!hasObject) fail('bad_request', `the file has no row of its object ${header.bundle?.object}`);
  await rows.writeAll();
}

/** Parses a row. The limit of its line depends on the table that it names first, so it has no other. */
function parseRow(line: FileLine): ParsedLine {
  const table = tableOf(line);
  if (table === undefined || !Object.hasOwn(ROW_RULES, table))
    rejectLine(line.number, 'it must begin with {"table": and a table of snapshots');
  const parsed = parseLine(line);
  if (parsed['table'] !== table) rejectLine(line.number, 'it must have one table');
  return parsed;
}

/** Throws `bad_request` with the number of the line that has the row. The row may have new ids. */
async function rejectMisfit(
  file: ReceivedFile,
  { table, row, problem }: Misfit,
  ids: NewIds | undefined,
): Promise<never> {
  const key = keyValuesOf(table, row);
  for await (const line of linesOf(file)) {
    if (tableOf(line) !== table) continue;
    const parsed = parseLine(line);
    if (keyValuesOf(table, parsed, ids) === key) rejectAmongOthers(line, parsed, problem);
  }
  throw new Error(`no line of the file has the row of ${table} that does not fit`);
}

/** Throws `bad_request` with the number of the line that repeats the key of another. */
async function rejectDuplicate(
  file: ReceivedFile,
  { table, rows }: DuplicateRow,
  ids: NewIds | undefined,
): Promise<never> {
  const suspects = new Set(rows.map((row) => keyValuesOf(table, row)));
  const seen = new Set<string>();
  for await (const line of linesOf(file)) {
    if (tableOf(line) !== table) continue;
    const parsed = parseLine(line);
    const key = keyValuesOf(table, parsed, ids);
    if (seen.has(key)) rejectAmongOthers(line, parsed, `${keyColumnsOf(table).join(' and ')} must be unique`);
    if (suspects.has(key)) seen.add(key);
  }
  throw new Error(`no line of the file has a row of ${table} a second time`);
}

function rejectAmongOthers({ number }: FileLine, row: ParsedLine, problem: string): never {
  const table = String(row['table']);
  return fail(
    'bad_request',
    `line ${number} of the file is inconsistent: ${table} ${String(row[keyColumnsOf(table)[0] ?? ''])}: ${problem}`,
  );
}

function keyColumnsOf(table: string): readonly string[] {
  return SAVED_TABLES.find(({ name }) => name === table)?.key ?? [];
}

/** The values of the key columns as JSON, with new ids if given. */
function keyValuesOf(table: string, row: ParsedLine, ids?: NewIds): string {
  const key = Object.fromEntries(keyColumnsOf(table).map((column) => [column, row[column]]));
  return JSON.stringify(ids ? ids.row(key) : key);
}

/**
 * A transaction number before the present one, in the order of the file, as far as there are enough numbers.
 */
function orderedXid(present: number, orders: number, order: unknown): number {
  if (typeof order !== 'number') return present;
  return present > orders
    ? present - orders - 1 + order
    : Math.max(1, Math.floor((order * (present - 1)) / orders));
}
