import { Injectable } from '@nestjs/common';
import type { Metadata } from '#kernel/metadata.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { Account } from '../accounts/account.js';
import { asksForSubjects, type Call, type CallSubject } from './rules/fault-match.js';

/** The parts of a webhook's body that faults can match. */
interface SentEvent {
  readonly key: string;
  readonly livemode: boolean;
  readonly data: {
    readonly id: string;
    readonly charge?: unknown;
    readonly amount?: number;
    readonly metadata?: Metadata;
    readonly source?: { readonly type?: string } | null;
  };
}

/**
 * Describes a webhook as a call that faults can match: by its event, the event's object, and that object's
 * charge.
 */
@Injectable()
export class WebhookCalls {
  constructor(private readonly database: Database) {}

  async of(
    account: Account,
    eventId: string,
    body: string,
  ): Promise<{ readonly call: Call; readonly livemode: boolean }> {
    const { key, livemode, data } = JSON.parse(body) as SentEvent;
    const { id, charge, amount, metadata, source } = data;
    const objects = [eventId, id, charge].filter((object) => typeof object === 'string');
    const own: CallSubject = { sourceType: source?.type, amount, metadata };
    const isAsked = account.faults.some(
      ({ subject, match }) => subject === 'webhook' && asksForSubjects(match),
    );
    const ofCharge = isAsked && typeof charge === 'string' ? await this.load(account, livemode, charge) : [];
    return { call: { key, objects, subjects: [own, ...ofCharge] }, livemode };
  }

  /** Without its amount: that of a refund or a dispute is its own. */
  private load(account: Account, livemode: boolean, charge: string): Promise<CallSubject[]> {
    return this.database.$queryRaw(Prisma.sql`
      SELECT metadata, source.type AS "sourceType" FROM charge LEFT JOIN source ON source.id = source_id
      WHERE charge.id = ${charge} AND charge.account_id = ${account.id} AND charge.livemode = ${livemode}`);
  }
}
