import { ADDRESS_FIELDS } from '#resources/sources/rules/source-details.js';
import { ASKED_FIELDS, type OfferedMethod } from '#resources/payment-methods/rules/offered-methods.js';
import type { Params } from '#platform/http/params.js';
import { html, type Html } from '../kit/html.js';
import type { Texts } from '../kit/texts/texts.js';

/** A rejected payment: the error of the API, and the form that was sent. */
export interface PaymentProblem {
  readonly message: string;
  readonly sent: Params;
}

/** A field of a form: what was typed into it, and what is wrong with that. */
export interface SentField {
  readonly value: string;
  readonly problem: string | undefined;
}

/** Above the forms, or the waiting payment. */
export function problemPart({ message }: PaymentProblem, { paying }: Texts, text = paying.refused): Html {
  return html`<p class="problem" role="alert" data-testid="problem">${text} (${message})</p>`;
}

/** The fields of the form of `offered`, by their names, if that form was sent. */
export function sentFields(
  problem: PaymentProblem | undefined,
  { method, fields, needsGoods }: OfferedMethod,
  { paying }: Texts,
): ReadonlyMap<string, SentField> {
  if (problem?.sent['method'] !== method.type) return new Map();
  const { message, sent } = problem;
  const shipping = (sent['shipping'] ?? {}) as Params;
  const typed = [
    ...ASKED_FIELDS.filter((field) => fields.includes(field)).map((field) => [field, sent[field]] as const),
    ...(needsGoods ? ADDRESS_FIELDS.map((field) => [field, shipping[field]] as const) : []),
  ];
  return new Map(
    typed.map(([field, value]) => {
      const text = typeof value === 'string' ? value : '';
      const isNamed = new RegExp(`\\b${field}\\b`).test(message);
      const told = text.trim() === '' ? paying.missing : `${paying.invalid} (${message})`;
      return [field, { value: text, problem: isNamed ? told : undefined }];
    }),
  );
}
