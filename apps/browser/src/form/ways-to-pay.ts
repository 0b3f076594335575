import type { Currency } from '#kernel/money.js';
import {
  ASKED_FIELDS,
  offeredMethods,
  type AskedField,
} from '#resources/payment-methods/rules/offered-methods.js';
import type { PaymentMethod } from '#resources/payment-methods/rules/payment-method.js';
import { findPaymentMethod } from '#resources/payment-methods/rules/registry.js';
import type { FormConfig } from './form-config.js';

/** A way to pay that the form offers. */
export type WayToPay =
  | { readonly kind: 'card' }
  | {
      readonly kind: 'source';
      readonly method: PaymentMethod;
      /** Required fields. */
      readonly fields: readonly AskedField[];
      /** True if the payment needs a card's token beside the source. */
      readonly isPaidByCard: boolean;
    };

/** Names that stand for several methods, or for one of another name. */
const FAMILIES: Readonly<Record<string, string>> = {
  credit_card: 'card',
  convenience_store: 'econtext',
  pay_easy: 'econtext',
  net_banking: 'econtext',
};
const PREFIXES = ['internet_banking', 'mobile_banking', 'installment', 'duitnow'];

/** Payment methods in the shop's order that the account has and whose limits allow the amount. */
export function waysToPay(config: FormConfig, capable: readonly string[], scheme: string): WayToPay[] {
  if (!config.isPayable) return [];
  const wanted =
    config.kind === 'card'
      ? ['card']
      : config.kind === 'installment'
        ? ['installment']
        : [config.firstMethod, ...config.otherMethods];
  const types = new Set(wanted.flatMap((name) => typesOf(name, capable)));
  return [...types].flatMap((type) =>
    type === 'card' ? [{ kind: 'card' }] : sourceWay(type, config, scheme),
  );
}

function typesOf(wanted: string, capable: readonly string[]): string[] {
  const [, name = '', banks] = /^(\w+)(?:\(([^)]*)\))?$/.exec(wanted) ?? [];
  const type = FAMILIES[name] ?? name;
  if (!PREFIXES.includes(type)) return capable.filter((one) => one === type);
  const named = banks?.split(',').map((bank) => `${type}_${bank.trim()}`);
  return capable.filter((one) => one.startsWith(`${type}_`) && (named?.includes(one) ?? true));
}

function sourceWay(type: string, price: { amount: number; currency: Currency }, scheme: string): WayToPay[] {
  const [offered] = offeredMethods([type], price, scheme, { knowsGoods: false });
  if (offered) return [{ kind: 'source', ...offered, isPaidByCard: false }];
  const method = findPaymentMethod(type);
  const range = method?.limits[price.currency];
  if (!method?.isPaidByCard || !range || price.amount < range.min || price.amount > range.max) return [];
  const fields = ASKED_FIELDS.filter((field) => field === 'installment_term' && method.installmentTerms);
  return [{ kind: 'source', method, fields, isPaidByCard: true }];
}
