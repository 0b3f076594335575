import fc from 'fast-check';
import { PAYMENT_METHODS } from '../../../libs/resources/payment-methods/rules/registry.js';
import { GOOD_CARD } from '../../../apps/tollgate/test/merchant.js';
import { sourceOf } from '../../../apps/tollgate/test/method-sources.js';
import { resolvedSchema, type Schema } from './targets.js';
import { PICKS } from './world.js';

/**
 * A value as JSON text, which need not be JSON: what a serializer would never write can be sent too.
 * `{{tokn:7}}` in it stands for the id of an object that is there; see fuzz.world.ts.
 */
export type JsonText = string;
export type Field = readonly [name: string, value: JsonText];

export const json = (value: unknown): JsonText => JSON.stringify(value);
const texts = (...values: readonly unknown[]): fc.Arbitrary<JsonText> => fc.constantFrom(...values.map(json));
export const object = (...fields: readonly Field[]): JsonText =>
  `{${fields.map(([name, value]) => `${json(name)}:${value}`).join()}}`;

function reference(kind: string): fc.Arbitrary<string> {
  return fc.nat(PICKS - 1).map((pick) => `{{${kind}:${pick}}}`);
}

/** The id of an object of a kind that ids begin with. */
export function idOf(kind: string): fc.Arbitrary<JsonText> {
  return reference(kind).map(json);
}

const TYPES = PAYMENT_METHODS.map(({ type }) => type);

const AMOUNTS = texts(2000, 2500, '2000', 100_000, 250_000, 100, 1);

/** Values of parameters whose type says too little about them, or that name an object. */
const GOOD: Readonly<Record<string, fc.Arbitrary<JsonText>>> = {
  amount: AMOUNTS,
  capture_amount: AMOUNTS,
  card: idOf('tokn'),
  chain_return_uri: texts('https://shop.example/chain', '', null),
  citizen_id: texts('1234567890123'),
  currency: texts('THB', 'MYR', 'usd', 'JPY'),
  customer: idOf('cust'),
  default_card: idOf('card'),
  expires_at: texts('2099-01-01T00:00:00Z'),
  from: texts('2020-01-01', '2020-01-01T00:00:00Z', ''),
  installment_term: texts(3, 4, '6', 10),
  ip: texts('192.0.2.1', '2001:db8::1'),
  linked_account: idOf('lnac'),
  limit: texts(1, '20', 100),
  metadata: texts({ order: '1' }, { a: { b: [1, null, true] }, constructor: 'Acme' }, {}, ''),
  offset: texts(0, '3', Number.MAX_SAFE_INTEGER),
  offsite: texts('internet_banking_bay', 'boost', 'truemoney'),
  payment_methods: texts(['card', 'promptpay'], ['truemoney'], ['card'], []),
  phone_number: texts('0812345678', '+66 81 234 5678'),
  redirect_urls: texts({
    complete_url: 'https://shop.example/complete?a=b#c',
    cancel_url: 'http://shop.example/cancel',
  }),
  return_uri: texts('https://shop.example/return', 'https://shop.example/return?a=b#c'),
  source: fc.oneof(
    idOf('src'),
    fc.constantFrom(...PAYMENT_METHODS).map((known) => json(sourceOf(known))),
  ),
  three_d_secure: texts(false, 'false', false, false, true),
  to: texts('2099-01-01', '9999-12-31T23:59:59Z'),
  type: fc.constantFrom(...TYPES).map(json),
  webhook_endpoints: texts(['http://127.0.0.1:9/own'], ['http://127.0.0.1:9/a', 'http://127.0.0.1:9/b']),
  webhook_uri: texts('http://127.0.0.1:9/hook', '', null),
};

/** A plausible value, by the parameter's name or its schema. */
export function goodValue(name: string, schema: Schema): fc.Arbitrary<JsonText> {
  const known = resolvedSchema(schema);
  return (known.enum ? undefined : GOOD[name]) ?? valueOf(known);
}

function valueOf(schema: Schema): fc.Arbitrary<JsonText> {
  const known = schema.enum ?? schema.examples;
  if (known) return texts(...known);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((choice) => valueOf(resolvedSchema(choice))));
  if (schema.items)
    return fc
      .array(valueOf(resolvedSchema(schema.items)), { maxLength: 2 })
      .map((items) => `[${items.join()}]`);
  if (schema.properties) return someOf(schema, goodValue).map((fields) => object(...fields));
  if (schema.type === 'boolean') return texts(true, false, 'true', '0');
  if (String(schema.type).startsWith('integer')) return texts(1, 12, '40');
  return fc.string({ maxLength: 30 }).map(json);
}

type ValueFor = (name: string, schema: Schema) => fc.Arbitrary<JsonText>;

/** The required fields of an object, and some optional ones. */
export function someOf(
  { properties = {}, required = [] }: Schema,
  valueFor: ValueFor,
  maxLength = 6,
): fc.Arbitrary<Field[]> {
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  return fc
    .subarray(optional, { maxLength: Math.min(maxLength, optional.length) })
    .chain((chosen) => fieldsWith(properties, [...required, ...chosen], valueFor));
}

export function everyOf({ properties = {} }: Schema, valueFor: ValueFor): fc.Arbitrary<Field[]> {
  return fieldsWith(properties, Object.keys(properties), valueFor);
}

function fieldsWith(
  properties: Readonly<Record<string, Schema>>,
  names: readonly string[],
  valueFor: ValueFor,
): fc.Arbitrary<Field[]> {
  return fc.tuple(
    ...names.map((name) => valueFor(name, properties[name] ?? {}).map((value): Field => [name, value])),
  );
}

/** A payment method with the required parameters of its source. */
const method = fc.constantFrom(...PAYMENT_METHODS).map(sourceOf);
const NUMBERS = ['4242424242424242', '5555555555554444', '4111111111140011', '3530111333300000'];
const RETURN_URI = 'https://shop.example/return';
const fixed = <T>(value: T): fc.Arbitrary<T> => fc.constant(value);

/**
 * Bodies whose parts must fit together, which parameters at random would hardly ever do. Every other route
 * does without.
 */
export const RECIPES: Readonly<Record<string, fc.Arbitrary<Field[]>>> = {
  'POST /tokens': fc
    .constantFrom(...NUMBERS)
    .chain((number) =>
      fc
        .constantFrom<object[]>(
          { card: { ...GOOD_CARD, number } },
          { tokenization: { method: 'googlepay', data: json({ number }) } },
        )
        .map(fieldsOf),
    ),
  'POST /sources': method.map(fieldsOf),
  'POST /charges': fc
    .oneof<fc.Arbitrary<object>[]>(
      fc.record({
        amount: fixed(100_000),
        currency: fixed('THB'),
        return_uri: fixed(RETURN_URI),
        card: reference('tokn'),
        capture: fc.boolean(),
        authentication: fc.constantFrom('3DS', '', ''),
        authorization_type: fc.constantFrom('pre_auth', ''),
      }),
      fc.record({ amount: fixed('2000'), currency: fixed('thb'), customer: reference('cust') }),
      method.map(({ amount, currency, ...source }) => ({ amount, currency, source, return_uri: RETURN_URI })),
    )
    .map(fieldsOf),
  'POST /charges/:id/refunds': fc.constantFrom(1, 2, 100, 100_000).map((amount) => fieldsOf({ amount })),
};

function fieldsOf(values: object): Field[] {
  return Object.entries(values).flatMap(([name, value]): Field[] =>
    value === undefined ? [] : [[name, json(value)]],
  );
}
