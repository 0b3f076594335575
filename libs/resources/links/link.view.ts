import { embeddedList, type ListView } from '#kernel/list.js';
import type { Currency } from '#kernel/money.js';
import { isoSeconds, isoSecondsOrNull, type Timestamp } from '#kernel/time.js';
import type { LoadedCharge } from '../charges/charge.row.js';
import { chargeView, type ChargeView, type ChargeViewContext } from '../charges/charge.view.js';
import type { Link } from './rules/link.js';

/** A payment link with a fixed amount. */
export interface LinkView {
  object: 'link';
  /** @example "link_test_60aaaaaaaaaaaaaaab8" */
  id: string;
  livemode: boolean;
  /** @example "/links/link_test_60aaaaaaaaaaaaaaab8" */
  location: string;
  deleted: boolean;
  /** True if the link can be paid more than once. */
  multiple: boolean;
  /** True if the link has been paid. */
  used: boolean;
  currency: Currency;
  /**
   * In the smallest unit of `currency`.
   * @example 100000
   */
  amount: number;
  charges: ListView<ChargeView>;
  /** @example "A pair of shoes" */
  description: string;
  /** @example "Order 1042" */
  title: string;
  /**
   * URL of the payment page.
   * @example "http://127.0.0.1:7402/pay/60AAAAAAAAAAAAAAAB8"
   */
  payment_uri: string;
  created_at: Timestamp;
  /** Time of the first payment. */
  used_at: Timestamp | null;
  /** @example null */
  deleted_at: Timestamp | null;
}

/** A link with what its view embeds. */
export interface LoadedLink {
  readonly link: Link;
  /** The first ones, oldest first. */
  readonly charges: readonly LoadedCharge[];
  readonly chargeCount: number;
}

const SUFFIX = /[0-9a-z]+$/;

/** The link object, keys in the recorded order (docs/fidelity.md LK1). */
export function linkView({ link, charges, chargeCount }: LoadedLink, context: ChargeViewContext): LinkView {
  const location = `/links/${link.id}`;
  const shown = charges.map((charge) => chargeView(charge, context));
  return {
    object: 'link',
    id: link.id,
    livemode: link.livemode,
    location,
    deleted: link.deletedAt !== null,
    multiple: link.multiple,
    used: link.usedAt !== null,
    currency: link.currency,
    amount: link.amount,
    charges: embeddedList(shown, chargeCount, `${location}/charges`, context.now),
    description: link.description,
    title: link.title,
    payment_uri: paymentUri(link, context),
    created_at: isoSeconds(link.createdAt),
    used_at: isoSecondsOrNull(link.usedAt),
    deleted_at: isoSecondsOrNull(link.deletedAt),
  };
}

/** The address of a link's page names it by the end of its id, in capital letters. */
export function paymentUri({ id }: Pick<Link, 'id'>, { payUrl }: Pick<ChargeViewContext, 'payUrl'>): string {
  return `${payUrl}/pay/${SUFFIX.exec(id)?.[0].toUpperCase() ?? ''}`;
}
