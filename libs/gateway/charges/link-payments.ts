import { Injectable } from '@nestjs/common';
import type { Charge } from '#domain/charges/charge.js';
import * as machine from '#domain/charges/charge.machine.js';
import type { EventKey } from '#domain/events/event-keys.js';
import { assertOpen } from '#domain/links/link.rules.js';
import { linkPhaseOf, type Link } from '#domain/links/link.js';
import { Database } from '#platform/database/database.js';
import { toUpdate, type RowUpdate } from '../changes/rows.js';
import { toLink } from '../links/link.row.js';

/** What a payment does to the link that its customer came by: the first one uses it (docs/fidelity.md LK6). */
@Injectable()
export class LinkPayments {
  constructor(private readonly database: Database) {}

  /** What comes with a new charge. Throws `invalid_link` when there is nothing to pay any more. */
  async begin(charge: Charge): Promise<RowUpdate[]> {
    const link = await this.linkOf(charge);
    if (!link) return [];
    assertOpen(link);
    return useOf(link, charge);
  }

  /** What comes with the change of a charge. One that would pay a link twice, which is paid once, fails instead. */
  async settle(
    before: Charge,
    patch: Partial<Charge>,
    now: Date,
  ): Promise<{ patch: Partial<Charge>; emits?: EventKey; updates: RowUpdate[] }> {
    const isPaid = before.paidAt === null && (patch.paidAt ?? null) !== null;
    const link = isPaid ? await this.linkOf(before) : null;
    if (!link) return { patch, updates: [] };
    if (linkPhaseOf({ ...link, deletedAt: null }) === 'open') return { patch, updates: useOf(link, { ...before, ...patch }) };
    return { patch: machine.decline(before, now, 'failed_processing'), emits: machine.TRANSITIONS.decline.emits, updates: [] };
  }

  private async linkOf({ linkId, accountId, livemode }: Charge): Promise<Link | null> {
    if (linkId === null) return null;
    const stored = await this.database.link.findFirst({ where: { id: linkId, accountId, livemode } });
    return stored && toLink(stored);
  }
}

/** Of two payments at once, one finds the link as it was. */
function useOf(link: Link, { paidAt }: Charge): RowUpdate[] {
  return paidAt === null || link.usedAt !== null ? [] : [toUpdate('link', link, { ...link, usedAt: paidAt })];
}
