import { Injectable } from '@nestjs/common';
import type { EventKey } from '#engine/events/rules/event-keys.js';
import { toUpdate, type RowUpdate } from '#engine/writes/rows.js';
import { Resources } from '#engine/resources/resources.js';
import { assertOpen } from '../links/rules/link.rules.js';
import { linkPhaseOf, type Link } from '../links/rules/link.js';
import { LINK } from '../links/link.resource.js';
import type { Charge } from './rules/charge.js';
import * as machine from './rules/charge.machine.js';

/** Updates the links that charges pay: the first payment uses a link (docs/fidelity.md LK6). */
@Injectable()
export class LinkPayments {
  constructor(private readonly resources: Resources) {}

  /** Updates of the link of a new charge. Throws `invalid_link` if the link was paid or deleted. */
  async updatesFor(charge: Charge): Promise<RowUpdate[]> {
    const link = await this.linkOf(charge);
    if (!link) return [];
    assertOpen(link);
    return useOf(link, charge);
  }

  /** Updates of the link when its charge is paid. A second payment of a single-use link fails. */
  async settle(
    before: Charge,
    patch: Partial<Charge>,
    now: Date,
  ): Promise<{ patch: Partial<Charge>; emits?: EventKey; updates: RowUpdate[] }> {
    const isPaid = before.paidAt === null && (patch.paidAt ?? null) !== null;
    const link = isPaid ? await this.linkOf(before) : null;
    if (!link) return { patch, updates: [] };
    if (linkPhaseOf({ ...link, deletedAt: null }) === 'open')
      return { patch, updates: useOf(link, { ...before, ...patch }) };
    return {
      patch: machine.decline(before, now, 'failed_processing'),
      emits: machine.TRANSITIONS.decline.emits,
      updates: [],
    };
  }

  private async linkOf({ linkId, accountId, livemode }: Charge): Promise<Link | null> {
    if (linkId === null) return null;
    return (await this.resources.lookUp(LINK, { accountId, livemode }, linkId)) ?? null;
  }
}

function useOf(link: Link, { paidAt }: Charge): RowUpdate[] {
  return paidAt === null || link.usedAt !== null ? [] : [toUpdate('link', link, { ...link, usedAt: paidAt })];
}
