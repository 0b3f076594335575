import { Injectable } from '@nestjs/common';
import { assertWholeAmount } from '#domain/charges/charge.rules.js';
import { fail } from '#domain/errors.js';
import { assertMetadata } from '#domain/metadata.js';
import type { Scope } from '#domain/scope.js';
import type { Token } from '#domain/tokens/token.js';
import { Clock } from '#platform/clock/clock.js';
import { brokenUniqueConstraint } from '#platform/database/database-errors.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { Changes, type Change } from '../changes/changes.js';
import { useToken } from '../tokens/token.row.js';
import type { CreateChargeDto } from './charge.dto.js';
import { ChargeDrafts } from './charge.drafts.js';
import { ChargeInstruments, SOURCE_IS_USED, type Instrument } from './charge.instruments.js';
import type { ChargeView } from './charge.view.js';
import { LinkPayments } from './link-payments.js';
import type { ChargeOrigin } from './new-charge.js';

/** Makes charges: on a source that is there or is made along with it, on a token, on a saved card, on a linked account. */
@Injectable()
export class ChargeCreation {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly changes: Changes,
    private readonly clock: Clock,
    private readonly instruments: ChargeInstruments,
    private readonly drafts: ChargeDrafts,
    private readonly links: LinkPayments,
  ) {}

  /** `origin` is the page that the customer pays on, if they do. */
  async create(scope: Scope, body: CreateChargeDto, origin?: ChargeOrigin): Promise<ChargeView> {
    assertWholeAmount(body);
    const metadata = assertMetadata(body.metadata);
    const account = await this.directory.get(scope.accountId);
    const now = this.clock.now(account);
    const instrument = await this.instruments.find(scope, account, body, now);
    const { charge, view, ...written } = await this.drafts.draft(account, scope.livemode, instrument, { ...body, metadata, origin }, now);
    const token = tokenOf(instrument);
    const change = async (): Promise<Change> => ({
      account,
      livemode: scope.livemode,
      now,
      updates: [
        ...(token ? [useToken(token, { now, chargeId: charge.id })] : []),
        ...(await this.links.begin(charge)),
        ...((await origin?.claim?.(charge)) ?? []),
      ],
      ...(origin && { pageAct: { action: 'submitted', objectId: charge.id } }),
      ...written,
    });
    await this.commit(change, origin !== undefined);
    return view;
  }

  /** Of two charges on one source or one token at once, the database lets one in. */
  private async commit(change: () => Promise<Change>, isOnPage: boolean): Promise<void> {
    const attempt = async (): Promise<boolean> =>
      this.changes.commit(await change()).catch((error: unknown) => {
        if (brokenUniqueConstraint(error)?.includes('source_id')) fail('invalid_charge', SOURCE_IS_USED);
        throw error;
      });
    // Another payment on the page may have been faster: whether there is still something to pay is looked at anew.
    const isWritten = (await attempt()) || (isOnPage && (await attempt()));
    // Of the rows that it updates only the token can be lost twice: links and sessions are read again by the second attempt.
    if (!isWritten) fail('used_token');
  }
}

/** The token that the charge uses up. */
function tokenOf(instrument: Instrument): Token | null {
  if (instrument.kind === 'card') return instrument.token;
  return instrument.kind === 'source' && instrument.paidBy ? instrument.paidBy.token : null;
}
