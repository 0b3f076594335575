import type { Currency } from '../money.js';
import type { PaymentMethod } from './payment-method.js';
import { findPaymentMethod } from './registry.js';

/** Parameters of sources that a payment page can ask the customer for. */
export const ASKED_FIELDS = ['name', 'email', 'phone_number', 'bank', 'installment_term'] as const;

export type AskedField = (typeof ASKED_FIELDS)[number];

/** A method as such a page offers it. */
export interface OfferedMethod {
  readonly method: PaymentMethod;
  readonly fields: readonly AskedField[];
}

/**
 * The methods among `names` that can pay so much, at a page whose address has this scheme, and that ask for
 * no more than the page can (docs/fidelity.md LK7).
 */
export function offeredMethods(
  names: readonly string[],
  { amount, currency }: { readonly amount: number; readonly currency: Currency },
  pageScheme: string,
): OfferedMethod[] {
  return names.flatMap((name) => {
    const method = findPaymentMethod(name);
    const range = method?.limits[currency];
    if (!method || !range || amount < range.min || amount > range.max) return [];
    if (method.isPaidByCard || (method.returnsToHttpsOnly && pageScheme !== 'https:')) return [];
    const asked = [
      ...method.required.map(({ parameter }) => parameter),
      ...(method.installmentTerms ? ['installment_term'] : []),
    ];
    const fields = ASKED_FIELDS.filter((field) => asked.includes(field));
    return fields.length === asked.length ? [{ method, fields }] : [];
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
