import { isBlank, isObject, numberToText } from '#kernel/values.js';
import { parseWholeNumber } from '#kernel/whole-number.js';

/** The most characters of a text in a source, and the most items (docs/fidelity.md S10). */
const MAX_TEXT_LENGTH = 255;
const MAX_ITEMS = 100;
const MAX_WHOLE_NUMBER = 10 ** 15 - 1;

/** The fields of an address and of an item, in the order of responses. */
export const ADDRESS_FIELDS = ['street1', 'street2', 'city', 'state', 'country', 'postal_code'] as const;
export const ITEM_FIELDS = [
  'sku',
  'name',
  'amount',
  'quantity',
  'category',
  'brand',
  'item_uri',
  'image_uri',
] as const satisfies (keyof Item)[];

export type Address = Readonly<Record<(typeof ADDRESS_FIELDS)[number], string | null>>;

export interface Item {
  readonly sku: string | null;
  readonly name: string | null;
  readonly amount: number | null;
  readonly quantity: number | null;
  readonly category: string | null;
  readonly brand: string | null;
  readonly item_uri: string | null;
  readonly image_uri: string | null;
}

/** Details of the customer, the shop and the goods. Each payment method requires some of them. */
export interface SourceDetails {
  readonly barcode: string | null;
  readonly bank: string | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly phoneNumber: string | null;
  readonly storeId: string | null;
  readonly storeName: string | null;
  readonly terminalId: string | null;
  readonly billing: Address | null;
  readonly shipping: Address | null;
  readonly items: readonly Item[];
}

export interface DetailsRequest {
  readonly barcode?: unknown;
  readonly bank?: unknown;
  readonly email?: unknown;
  readonly name?: unknown;
  readonly phone_number?: unknown;
  readonly mobile_number?: unknown;
  readonly store_id?: unknown;
  readonly store_name?: unknown;
  readonly terminal_id?: unknown;
  readonly billing?: unknown;
  readonly shipping?: unknown;
  readonly items?: unknown;
}

/** Returns the details of a request and all their problems, one sentence each. */
export function readDetails(request: DetailsRequest): { details: SourceDetails; problems: string[] } {
  const reader = new DetailsReader();
  const details = {
    barcode: reader.text('barcode', request.barcode),
    bank: reader.text('bank', request.bank),
    email: reader.text('email', request.email),
    name: reader.text('name', request.name),
    // Clients send either name; responses have both (docs/fidelity.md S11).
    phoneNumber:
      reader.text('phone_number', request.phone_number) ??
      reader.text('mobile_number', request.mobile_number),
    storeId: reader.text('store_id', request.store_id),
    storeName: reader.text('store_name', request.store_name),
    terminalId: reader.text('terminal_id', request.terminal_id),
    billing: reader.address('billing', request.billing),
    shipping: reader.address('shipping', request.shipping),
    items: reader.items(request.items),
  };
  return { details, problems: [...reader.problems] };
}

/** Parses values and collects their problems, each once. */
class DetailsReader {
  readonly problems = new Set<string>();

  text(name: string, sent: unknown): string | null {
    const value = numberToText(sent);
    if (isBlank(value)) return null;
    if (typeof value !== 'string') return this.refuse(`${name} must be a string`);
    if (value.length > MAX_TEXT_LENGTH)
      return this.refuse(`${name} is too long (maximum is ${MAX_TEXT_LENGTH} characters)`);
    return value;
  }

  address(name: string, value: unknown): Address | null {
    if (isBlank(value)) return null;
    if (!isObject(value)) return this.refuse(`${name} must be an address object`);
    return fieldsOf(ADDRESS_FIELDS, (field) => this.text(`${name} ${field}`, value[field]));
  }

  items(value: unknown): readonly Item[] {
    if (isBlank(value)) return [];
    if (!Array.isArray(value) || !value.every(isObject))
      return this.refuse('items must be a list of objects') ?? [];
    if (value.length > MAX_ITEMS) return this.refuse(`items can have at most ${MAX_ITEMS} entries`) ?? [];
    return value.map((item) => ({
      sku: this.text('items sku', item['sku']),
      name: this.text('items name', item['name']),
      amount: this.wholeNumber('items amount', item['amount']),
      quantity: this.wholeNumber('items quantity', item['quantity']),
      category: this.text('items category', item['category']),
      brand: this.text('items brand', item['brand']),
      item_uri: this.text('items item_uri', item['item_uri']),
      image_uri: this.text('items image_uri', item['image_uri']),
    }));
  }

  private wholeNumber(name: string, value: unknown): number | null {
    if (isBlank(value)) return null;
    return parseWholeNumber(value, 0, MAX_WHOLE_NUMBER) ?? this.refuse(`${name} must be a whole number`);
  }

  private refuse(problem: string): null {
    this.problems.add(problem);
    return null;
  }
}

/** An object with these fields, in their order. */
function fieldsOf<Field extends string, Value>(
  fields: readonly Field[],
  read: (field: Field) => Value,
): Record<Field, Value> {
  return Object.fromEntries(fields.map((field) => [field, read(field)])) as Record<Field, Value>;
}

export const NO_DETAILS: SourceDetails = readDetails({}).details;
