import { labelOf } from '../ui/words';

/** A filter that a list offers. Its values are parameters of the page's address. */
export type FilterField =
  | {
      readonly kind: 'choice';
      readonly name: string;
      readonly label: string;
      readonly options: readonly string[];
    }
  | {
      readonly kind: 'text';
      readonly name: string;
      readonly label: string;
      readonly placeholder: string;
      readonly suggestions?: readonly string[];
    }
  /** `amount_gte` and `amount_lte`, in the smallest unit of the currency. */
  | { readonly kind: 'amount'; readonly name: 'amount'; readonly label: string }
  /** `today`, `7d`, or `2026-11-20..2026-11-24`, of which one day may be left out. */
  | { readonly kind: 'created'; readonly name: 'created'; readonly label: string }
  /** `metadata.order`. */
  | { readonly kind: 'metadata'; readonly name: 'metadata'; readonly label: string };

/** Parameters of the address by name. */
export type FilterValues = Readonly<Record<string, string>>;

/** Parameters to set; `undefined` removes one. */
export type FilterChanges = Readonly<Record<string, string | undefined>>;

/** Parameters of the control API. */
export type FilterQuery = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

const METADATA = 'metadata.';
const DAY_MS = 86_400_000;
const BOUNDS = /^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/;

/** The parameters of an address that are values of these fields. */
export function valuesIn(
  address: Readonly<Record<string, unknown>>,
  fields: readonly FilterField[],
): FilterValues {
  const written = Object.entries(address).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '',
  );
  return Object.fromEntries(written.filter(([name]) => fields.some((field) => isOf(field, name))));
}

/** The values of one field. */
export function valuesOf(field: FilterField, values: FilterValues): FilterValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isOf(field, name)));
}

/** Removes these values. */
export function without(values: FilterValues): FilterChanges {
  return Object.fromEntries(Object.keys(values).map((name) => [name, undefined]));
}

function isOf({ kind, name: field }: FilterField, name: string): boolean {
  if (kind === 'amount') return name === 'amount_gte' || name === 'amount_lte';
  return kind === 'metadata' ? name.startsWith(METADATA) && name !== METADATA : name === field;
}

/** Writes an amount in the smallest unit of its currency. */
type MoneyText = (amount: number) => string;

/** A value as its chip has it: `Status: Failed`, `Amount ≥ THB 1,000.00`. */
export function textOf(field: FilterField, values: FilterValues, moneyText: MoneyText): string {
  const { label } = field;
  if (field.kind === 'amount') return amountText(label, values, moneyText);
  if (field.kind === 'metadata')
    return Object.entries(values)
      .map(([name, value]) => `${name.slice(METADATA.length)}: ${value}`)
      .join(', ');
  const value = values[field.name] ?? '';
  if (field.kind === 'choice') return `${label}: ${optionText(value)}`;
  return `${label}: ${field.kind === 'created' ? createdText(value) : value}`;
}

/** A choice as lists show it. */
export function optionText(option: string): string {
  return YES_NO[option] ?? labelOf(option);
}

const YES_NO: Readonly<Record<string, string>> = { true: 'Yes', false: 'No' };

function amountText(
  label: string,
  { amount_gte: least, amount_lte: most }: FilterValues,
  moneyText: MoneyText,
): string {
  const text = (amount: string): string => (/^\d+$/.test(amount) ? moneyText(Number(amount)) : amount);
  if (least === undefined) return `${label} ≤ ${text(most ?? '')}`;
  return most === undefined ? `${label} ≥ ${text(least)}` : `${label}: ${text(least)} – ${text(most)}`;
}

function createdText(value: string): string {
  if (value === 'today') return 'today';
  const days = /^(\d+)d$/.exec(value)?.[1];
  if (days) return `last ${days} days`;
  const [, from, to] = BOUNDS.exec(value) ?? [];
  if (from && to) return from === to ? from : `${from} – ${to}`;
  return from ? `from ${from}` : to ? `until ${to}` : value;
}

/**
 * The parameters of the control API. Days are those of the browser's time zone, and `now` is the sandbox's
 * time.
 */
export function queryOf(values: FilterValues, now: Date): FilterQuery {
  const query: Record<string, string | Record<string, string>> = {};
  const put = (name: string, part: string, value: string): void =>
    void (query[name] = { ...(query[name] as object), [part]: value });
  for (const [name, value] of Object.entries(values)) {
    if (name === 'amount_gte') put('amount', 'gte', value);
    else if (name === 'amount_lte') put('amount', 'lte', value);
    else if (name.startsWith(METADATA)) put('metadata', name.slice(METADATA.length), value);
    else if (name === 'created') query['created'] = createdQuery(value, now);
    else query[name] = value;
  }
  return query;
}

function createdQuery(value: string, now: Date): Record<string, string> {
  const days = value === 'today' ? '1' : /^(\d{1,5})d$/.exec(value)?.[1];
  if (days !== undefined) return { gte: startOf(now, 1 - Number(days)) };
  const [isRange, from, to] = BOUNDS.exec(value) ?? [];
  // The API says what is wrong with any other value.
  if (isRange === undefined) return { gte: value };
  return { ...(from && { gte: startOf(dayOf(from)) }), ...(to && { lt: startOf(dayOf(to), 1) }) };
}

function dayOf(text: string): Date {
  return new Date(`${text}T00:00`);
}

/** The start of the day that is so many days later, as ISO 8601. */
function startOf(at: Date, days = 0): string {
  const start = new Date(at.getFullYear(), at.getMonth(), at.getDate() + days);
  return Number.isNaN(start.getTime()) ? '' : start.toISOString();
}

/** The day of a moment `days` ago, as fields of dates have it. */
export function dateText(at: Date, days = 0): string {
  const { 0: day = '' } = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short' })
    .format(at.getTime() - days * DAY_MS)
    .split(',');
  return day;
}

/** The valid values of a choice that the text has with another value: `status:50` of webhooks. */
export function choiceHint(text: string, fields: readonly FilterField[]): string | undefined {
  for (const [, name = '', value = ''] of text.matchAll(/(?:^|\s)([a-z_]+):(\S*)/gi)) {
    const field = fields.find((one) => isOf(one, name));
    if (field?.kind === 'choice' && !field.options.includes(value))
      return `${field.label}: ${field.options.join(', ')}`;
  }
  return undefined;
}

/**
 * Takes the words `field:value` of these fields out of a text: `status:failed 1042` is a filter and `1042`.
 */
export function typedFilters(
  text: string,
  fields: readonly FilterField[],
): { readonly values: FilterValues; readonly text: string } {
  const values: Record<string, string> = {};
  const words = text.split(/\s+/).filter((word) => {
    const [, name = '', value = ''] = /^([a-z_.]+):(\S+)$/i.exec(word) ?? [];
    const field = fields.find((one) => isOf(one, name));
    const isKnown = field && value && (field.kind !== 'choice' || field.options.includes(value));
    if (isKnown) values[name] = value;
    return !isKnown;
  });
  return { values, text: words.filter(Boolean).join(' ') };
}
