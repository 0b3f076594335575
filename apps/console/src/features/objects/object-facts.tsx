import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { pageOf } from '../../lists/kinds';
import { IdLink } from '../../ui/id-link';
import { Money } from '../../ui/money';
import type { Place } from '../../ui/place';
import { Time } from '../../ui/time';
import { labelOf } from '../../ui/words';
import type { Fact } from '../../ui/facts';
import { isObject, runsOf, titleOfObject, type ApiObject } from './object-words';
import { metadataFacts } from './payment-facts';

/** Fields that pages show elsewhere, or not at all. */
const LEFT_OUT = [
  'object',
  'id',
  'livemode',
  'location',
  'currency',
  'funding_currency',
  'deleted',
  'created',
  'status',
  'created_at',
  'metadata',
  'every',
  'period',
  'state',
  'in_words',
];
const MONEY = /(^|_)(amount|fee|fee_vat|net|vat|interest|balance|total|subtotal|wht)$/;
const TIME = /_at$/;
const LABELS: Readonly<Record<string, string>> = {
  data: 'Amount',
  tax_id: 'Tax ID',
  order_id: 'Order',
  fee_vat: 'VAT on fee',
  next_occurrences_on: 'Next',
  start_on: 'Starts',
  end_on: 'Ends',
  payment_uri: 'Payment URL',
  redirect_url: 'Payment URL',
  registration_uri: 'Registration URL',
  return_uri: 'Return URI',
};
/** Words of the API with labels of their own. */
const WORDS = ['type', 'charge_status', 'origin', 'direction', 'flow', 'financing'];
const SHOWN_ITEMS = 3;

/** The facts of an object: what holds of it, without what is empty or false. */
export function objectFacts(object: ApiObject, place: Place): readonly Fact[] {
  return [
    ...(object['object'] === 'schedule' ? [['Runs', runsOf(object)] as const] : []),
    ...Object.entries(object).flatMap(([field, value]): Fact[] => {
      const shown = LEFT_OUT.includes(field) ? undefined : valueOf(field, value, object, place);
      return shown === undefined ? [] : [[LABELS[field] ?? labelOf(field), shown]];
    }),
    ...metadataFacts(object['metadata']),
  ];
}

function valueOf(field: string, value: unknown, object: ApiObject, place: Place): ReactNode {
  if (value === null || value === '' || value === false) return undefined;
  if (value === true) return 'Yes';
  if (typeof value === 'number') return numberOf(field, value, object);
  if (typeof value === 'string') return textOf(field, value, place);
  if (Array.isArray(value)) {
    const items = value.filter((one) => typeof one === 'string');
    return items.length === 0
      ? undefined
      : `${items.slice(0, SHOWN_ITEMS).join(', ')}${items.length > SHOWN_ITEMS ? '…' : ''}`;
  }
  return isObject(value) ? partOf(field, value) : undefined;
}

function numberOf(field: string, value: number, object: ApiObject): ReactNode {
  const currency = field.startsWith('funding') ? object['funding_currency'] : object['currency'];
  return MONEY.test(field) && typeof currency === 'string' ? (
    <Money amount={value} currency={currency} />
  ) : (
    value
  );
}

function textOf(field: string, value: string, place: Place): ReactNode {
  const page = pageOf(value, place);
  if (page !== undefined) return <IdLink id={value} to={page} />;
  if (TIME.test(field)) return <Time at={value} />;
  if (/^https?:\/\//.test(value))
    return (
      <Anchor href={value} target="_blank" rel="noreferrer" size="sm">
        {value}
      </Anchor>
    );
  return WORDS.includes(field) ? labelOf(value) : value;
}

/** An object within another: a bank account, a card, what a schedule makes. */
function partOf(field: string, part: ApiObject): ReactNode {
  const { brand, last_digits: digits, name, amount, currency } = part;
  if (field === 'bank_account') return [brand, `•${String(digits)}`, name].filter(Boolean).join(' ');
  if (field === 'card') return titleOfObject('cards', part);
  return typeof amount === 'number' && typeof currency === 'string' ? (
    <Money amount={amount} currency={currency} />
  ) : undefined;
}
