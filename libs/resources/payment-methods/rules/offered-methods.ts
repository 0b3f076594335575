import type { Currency } from '#kernel/money.js';
import type { PaymentMethod } from './payment-method.js';
import { findPaymentMethod } from './registry.js';

/** Parameters of sources that a payment page can ask the customer for. */
export const ASKED_FIELDS = ['name', 'email', 'phone_number', 'bank', 'installment_term'] as const;

export type AskedField = (typeof ASKED_FIELDS)[number];

/** Parameters of a source about an order of goods. */
const GOODS: readonly string[] = ['shipping', 'items'];

/** Names that shop plugins send for all methods whose types begin with them (docs/fidelity.md CS5). */
const FAMILIES: readonly string[] = [
  'bill_payment',
  'installment',
  'internet_banking',
  'mobile_banking',
  'points',
];

/** The methods among `available` that a name means: one of them, or those of a family. */
export function methodsNamed(name: string, available: readonly string[]): string[] {
  if (available.includes(name)) return [name];
  return FAMILIES.includes(name) ? available.filter((type) => type.startsWith(`${name}_`)) : [];
}

/** A method as such a page offers it. */
export interface OfferedMethod {
  readonly method: PaymentMethod;
  readonly fields: readonly AskedField[];
  /** True if it needs a shipping address and the goods too. */
  readonly needsGoods: boolean;
}

/**
 * The methods among `names` that can pay so much, at a page whose address has this scheme, and that ask for
 * no more than the page can: `knowsGoods` if it asks for a shipping address and knows the order
 * (docs/fidelity.md LK7).
 */
export function offeredMethods(
  names: readonly string[],
  { amount, currency }: { readonly amount: number; readonly currency: Currency },
  pageScheme: string,
  { knowsGoods }: { readonly knowsGoods: boolean },
): OfferedMethod[] {
  return names.flatMap((name) => {
    const method = findPaymentMethod(name);
    const range = method?.limits[currency];
    if (!method || !range || amount < range.min || amount > range.max) return [];
    if (method.isPaidByCard || (method.returnsToHttpsOnly && pageScheme !== 'https:')) return [];
    const parameters = [
      ...method.required.map(({ parameter }) => parameter),
      ...(method.installmentTerms ? ['installment_term'] : []),
    ];
    const fields = ASKED_FIELDS.filter((field) => parameters.includes(field));
    const goods = parameters.filter((parameter) => GOODS.includes(parameter));
    const needsGoods = goods.length > 0;
    const isAsked = fields.length + goods.length === parameters.length && (knowsGoods || !needsGoods);
    return isAsked ? [{ method, fields, needsGoods }] : [];
  });
}

/** The groups in which a page shows methods, in its order. */
const METHOD_GROUPS = ['qr', 'mobile_banking', 'wallet', 'installments', 'other'] as const;

export type MethodGroup = (typeof METHOD_GROUPS)[number];

/** The methods by group, in their order, without empty groups. */
export function inGroups(methods: readonly OfferedMethod[]): [MethodGroup, OfferedMethod[]][] {
  const groupOf = ({ method: { pageKind } }: OfferedMethod): MethodGroup =>
    METHOD_GROUPS.find((group) => group === pageKind) ?? 'other';
  const found = METHOD_GROUPS.map((group): [MethodGroup, OfferedMethod[]] => [
    group,
    methods.filter((one) => groupOf(one) === group),
  ]);
  return found.filter(([, members]) => members.length > 0);
}
