import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { newSuffix } from '#kernel/ids.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Prisma, type Inbox } from '#platform/database/generated/client.js';
import type { KeptHeaders } from '#engine/webhooks/rules/kept-headers.js';
import { accountTime } from '#engine/accounts/account-time.js';

const TOKEN_BYTES = 16;
/** The most entries of an inbox. The oldest is removed. */
const MAX_ENTRIES = 1_000;
const OK = 200;

/** The response of an inbox, its delay, and the number of requests that get it. */
export type InboxAnswers = Pick<Inbox, 'status' | 'delayMs' | 'times'>;

/** An inbox and what it holds. */
export interface ListedInbox extends Inbox {
  readonly received: number;
  readonly lastAt: Date | null;
  readonly lastMachineAt: Date | null;
}

export interface Arrived {
  readonly sandbox: string;
  readonly token: string;
  readonly headers: KeptHeaders;
  readonly body: string;
  /** True if something in the body was masked. */
  readonly isMasked: boolean;
}

/** The response to a received request, and its account. */
export interface Received {
  readonly account_id: string;
  readonly answer: number;
  readonly delay: number;
}

@Injectable()
export class InboxStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes the inbox of this name unless there is one, and sets its answers. Must be in the account of an open
   * sandbox.
   */
  async put(accountId: string, name: string, answers: InboxAnswers): Promise<Inbox> {
    const made = {
      id: `inbx_${newSuffix()}`,
      accountId,
      name,
      token: randomBytes(TOKEN_BYTES).toString('hex'),
    };
    return this.database.inbox.upsert({
      where: { accountId_name: { accountId, name } },
      create: { ...made, ...answers },
      update: answers,
    });
  }

  async list(accountId: string): Promise<ListedInbox[]> {
    return this.database.query<ListedInbox>(Prisma.sql`
      SELECT name, token, status, delay_ms AS "delayMs", times, received, last.at AS "lastAt", last.machine_at AS "lastMachineAt"
      FROM inbox
        CROSS JOIN LATERAL (SELECT count(*)::int AS received FROM inbox_entry WHERE inbox_id = inbox.id AND account_id = inbox.account_id)
        LEFT JOIN LATERAL (
          SELECT at, machine_at FROM inbox_entry WHERE inbox_id = inbox.id AND account_id = inbox.account_id
          ORDER BY xid DESC, id DESC LIMIT 1) last ON true
      WHERE account_id = ${accountId} ORDER BY name`);
  }

  async isAddress(sandbox: string, token: string): Promise<boolean> {
    const found = await this.database.query(Prisma.sql`SELECT 1 ${inboxAt(sandbox, token)}`);
    return found.length > 0;
  }

  /** Stores the request and uses up one response. `undefined` for an unknown address. */
  async receive({ sandbox, token, headers, body, isMasked }: Arrived): Promise<Received | undefined> {
    const now = this.clock.machineNow();
    const [received] = await this.database.inSavepoint<Received>(
      Prisma.sql`
      WITH found AS MATERIALIZED (
        SELECT inbox.id, account.id AS account_id, ${accountTime(now)} AS at,
          CASE WHEN times = 0 THEN ${OK} ELSE status END AS answer, CASE WHEN times = 0 THEN 0 ELSE delay_ms END AS delay
        ${inboxAt(sandbox, token)} FOR UPDATE OF inbox
      ), kept AS (
        INSERT INTO inbox_entry (id, inbox_id, account_id, headers, body, masked, status, at, machine_at)
        SELECT ${`inbe_${newSuffix()}`}, id, account_id, ${JSON.stringify(headers)}::jsonb, ${body}, ${isMasked}, answer, at, ${now}::timestamptz FROM found
      ), pruned AS (
        DELETE FROM inbox_entry USING found WHERE inbox_entry.id IN (
          SELECT id FROM inbox_entry WHERE inbox_id = found.id AND account_id = found.account_id ORDER BY xid DESC, id DESC OFFSET ${MAX_ENTRIES - 1})
        RETURNING inbox_entry.xid
      ), counted AS (
        UPDATE inbox SET times = CASE WHEN times > 0 THEN times - 1 ELSE times END, pruned_xid = coalesce((SELECT max(xid) FROM pruned), pruned_xid)
        FROM found WHERE inbox.id = found.id
      )
      SELECT account_id, answer, delay FROM found`,
    );
    return received;
  }
}

/** The inbox with this address, if its sandbox is open. */
function inboxAt(sandbox: string, token: string): Prisma.Sql {
  return Prisma.sql`FROM inbox JOIN account ON account.id = inbox.account_id AND closed_at IS NULL
    JOIN sandbox ON sandbox.account_id = account.id AND sandbox.name = ${sandbox}
  WHERE token = ${token}`;
}
