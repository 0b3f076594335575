import { Injectable } from '@nestjs/common';
import { NEWEST_VERSION } from '#domain/api-versions/versions.js';
import { fail } from '#domain/errors.js';
import { isIdOf, withPrefix } from '#domain/ids.js';
import { LINK_FIELDS, offeredMethods, type OfferedMethod } from '#domain/links/link-methods.js';
import type { Link } from '#domain/links/link.js';
import { demandOpen } from '#domain/links/link.rules.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import type { Params } from '#platform/http/params.js';
import { requestId } from '#platform/logging/request-context.js';
import type { Account } from '../accounts/account.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { capabilityView } from '../capability/capability.view.js';
import { drawCode } from '../charges/code-drawing.js';
import { ChargeCreation } from '../charges/charge.creation.js';
import type { CreateChargeDto } from '../charges/charge.dto.js';
import { queryCharge } from '../charges/charge.queries.js';
import type { ChargeView } from '../charges/charge.view.js';
import { WebhooksBeforeAnswer } from '../faults/webhooks-before-answer.js';
import type { LinkPage, PaidCharge } from './link.page.js';
import { toLink } from './link.row.js';
import { paymentUri } from './link.view.js';

const CODE = /^[0-9A-Z]{19}$/;
const NOT_OFFERED = 'method must be one that the page offers';

interface Found {
  readonly link: Link;
  readonly account: Account;
}

@Injectable()
export class LinkPagesService {
  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly clock: Clock,
    private readonly creation: ChargeCreation,
    private readonly webhooks: WebhooksBeforeAnswer,
  ) {}

  /** What the page of a link shows, if there is such a link; with `chargeId`, how that payment of it went. */
  async find(code: string, chargeId: unknown): Promise<LinkPage | undefined> {
    const found = await this.load(code);
    if (!found) return undefined;
    const { link, account } = found;
    const paid = typeof chargeId === 'string' ? await this.paidCharge(link, chargeId) : undefined;
    const vault = { url: account.vaultUrl, key: await this.publicKeyOf(link) };
    return { link, merchant: account.name, now: this.clock.now(account), vault, methods: methodsOf(found), paid };
  }

  /** Pays the link as the customer asks. `undefined`: there is no such link. Throws what a charge is refused with, and `invalid_link`. */
  async pay(code: string, asked: Params): Promise<ChargeView | undefined> {
    const found = await this.load(code);
    if (!found) return undefined;
    const { link, account } = found;
    demandOpen(link);
    const began = this.clock.machineNow();
    const scope = { accountId: link.accountId, livemode: link.livemode, keyKind: 'secret', apiVersion: NEWEST_VERSION } as const;
    const charge = await this.creation.create(scope, chargeRequest(found, asked), { id: link.id, page: paymentUri(link, account) });
    await this.webhooks.wait(account, requestId() ?? '', began);
    return charge;
  }

  private async load(code: string): Promise<Found | undefined> {
    if (!CODE.test(code)) return undefined;
    const ids = [true, false].map((livemode) => withPrefix('link', livemode, code.toLowerCase()));
    const stored = await this.database.link.findFirst({ where: { id: { in: ids } } });
    const account = stored && (await this.directory.find(stored.accountId));
    return account ? { link: toLink(stored), account } : undefined;
  }

  private async paidCharge({ id: linkId }: Link, chargeId: string): Promise<PaidCharge | undefined> {
    const loaded = await queryCharge(this.database, Prisma.sql`charge.id = ${chargeId} AND charge.link_id = ${linkId}`);
    if (!loaded) return undefined;
    const { paymentId } = loaded.charge;
    return { ...loaded, code: await drawCode(loaded), continueAt: paymentId === null ? undefined : paymentPage(paymentId) };
  }

  private async publicKeyOf({ accountId, livemode }: Link): Promise<string> {
    const found = await this.database.apiKey.findFirst({ where: { accountId, livemode, kind: 'public' }, select: { publicKey: true } });
    return found?.publicKey ?? '';
  }
}

/** The page of a payment, as the page of a link beside it leads there. */
export function paymentPage(paymentId: string): string {
  return `../payments/${paymentId}/authorize`;
}

function methodsOf({ link, account }: Found): OfferedMethod[] {
  const names = capabilityView(account).payment_methods.map(({ name }) => name);
  return offeredMethods(names, link, new URL(account.payUrl).protocol);
}

function chargeRequest(found: Found, { method, card, ...others }: Params): CreateChargeDto {
  const { link, account } = found;
  const { amount, currency, description } = link;
  const terms = { amount, currency, description, return_uri: paymentUri(link, account) };
  if (method === 'card') {
    // What is no token's id goes no further, and is in no answer.
    const isToken = typeof card === 'string' && isIdOf('token', link.livemode, card);
    return isToken ? { ...terms, card } : fail('bad_request', 'card must be the id of a token');
  }
  const offered = methodsOf(found).find(({ method: { type } }) => type === method);
  if (!offered) return fail('bad_request', NOT_OFFERED);
  const details = LINK_FIELDS.filter((field) => offered.fields.includes(field)).map((field) => [field, others[field]]);
  return { ...terms, source: { type: offered.method.type, ...Object.fromEntries(details) } as CreateChargeDto['source'] & object };
}
