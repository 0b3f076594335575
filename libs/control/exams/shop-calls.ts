import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { MAX_BODY } from '../shops/order-run.js';
import type { CaseRun, ShopCall } from './case-run.js';
import type { ShopEntryView } from '../shops/shop-run.view.js';

/** The most calls of a case that are judged, as many as the request log has, and that are shown. */
const MAX_JUDGED = 10_000;
const MAX_SHOWN = 200;

interface Exchanged {
  readonly id: string;
  readonly parameters: string | null;
  readonly answer: string | null;
}

/** Reads the calls of a shop from the request log. */
@Injectable()
export class ShopCalls {
  constructor(private readonly database: Database) {}

  /**
   * The calls since the case began, in order. Each read adds the rows of the log that were inserted or updated
   * after the snapshot of the last read, so that a long transaction causes no row to be read again.
   */
  async read(run: CaseRun): Promise<ShopCall[]> {
    const { scenario, calls, callsSeenIn, beganAt } = run;
    const { accountId } = scenario.scope;
    const rows = await this.database.query<
      { readonly snapshot: string } & (ShopCall | { readonly id: null })
    >(
      Prisma.sql`
      SELECT snapshot, call.* FROM (SELECT pg_current_snapshot()::text AS snapshot) now LEFT JOIN (
        SELECT id, method, path, status, fault, objects, duration_ms AS "durationMs", machine_at AS at
        FROM request_log WHERE account_id = ${accountId} AND xid >= pg_snapshot_xmin(${callsSeenIn}::pg_snapshot)::text::bigint
          AND NOT pg_visible_in_snapshot(xid::text::xid8, ${callsSeenIn}::pg_snapshot) AND livemode = false
          AND host IN ('api', 'vault') AND machine_at >= ${beganAt}::timestamptz ORDER BY xid, id LIMIT ${MAX_JUDGED}
      ) call ON true`,
    );
    for (const { snapshot, ...call } of rows) {
      run.callsSeenIn = snapshot;
      if (call.id !== null && (calls.has(call.id) || calls.size < MAX_JUDGED)) calls.set(call.id, call);
    }
    const known = new Set([...scenario.made.values(), ...run.sentIds]);
    return [...calls.values()]
      .filter(({ objects }) => objects.length === 0 || objects.some((id) => known.has(id)))
      .sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  /** Adds the first calls to the case, with their parameters and answers, and the number of the others. */
  async note(run: CaseRun): Promise<void> {
    const calls = await this.read(run);
    const shown = calls.slice(0, MAX_SHOWN);
    const exchanged = await this.exchanged(run, shown);
    for (const call of shown) run.note(entryOf(call, exchanged.get(call.id)));
    const [next, ...more] = calls.slice(MAX_SHOWN);
    if (next) run.note({ ...ENTRY, text: `and ${more.length + 1} more calls`, at: next.at.toISOString() });
  }

  private async exchanged(
    { scenario }: CaseRun,
    calls: readonly ShopCall[],
  ): Promise<ReadonlyMap<string, Exchanged>> {
    const ids = calls.map(({ id }) => id);
    const rows = await this.database.query<Exchanged>(Prisma.sql`
      SELECT id, left(parameters::text, ${MAX_BODY + 1}) AS parameters, left(answer, ${MAX_BODY + 1}) AS answer
      FROM request_log WHERE account_id = ${scenario.scope.accountId} AND id = ANY(${ids}::text[])`);
    return new Map(rows.map((row) => [row.id, row]));
  }
}

const ENTRY = { kind: 'call', request: null, response: null, duration_ms: null } as const;

function entryOf(
  { method, path, status, fault, durationMs, at }: ShopCall,
  exchanged: Exchanged | undefined,
): ShopEntryView {
  const line = `${method} ${path}`;
  return {
    ...ENTRY,
    text: `the shop calls ${line}${fault === null ? '' : ` (fault ${fault})`}`,
    at: at.toISOString(),
    request: { line, status: null, headers: null, body: exchanged?.parameters ?? null },
    response: { line: null, status, headers: null, body: exchanged?.answer ?? null },
    duration_ms: Math.round(durationMs),
  };
}
