import { isGeneratedRequestId } from '#kernel/request-id.js';
import { isObject } from '#kernel/values.js';

/** Replaces a text about a person in an anonymised export. */
export const REMOVED = 'removed';

/** Personal fields in any object of the API. */
const PERSONAL: ReadonlySet<string> = new Set([
  'name',
  'email',
  'phone_number',
  'mobile_number',
  'street1',
  'street2',
  'city',
  'state',
  'postal_code',
  'description',
  'message',
  'ip',
  'filename',
  'last_name',
  'first_name',
  'account_number',
  'tax_id',
  'title',
  'order_id',
  'store_id',
  'store_name',
  'terminal_id',
  'sku',
  'barcode',
]);
/** Objects whose fields are all personal. */
const PERSONAL_OBJECTS: ReadonlySet<string> = new Set(['billing', 'shipping']);
const METADATA = 'metadata';
/** A field, and a header. */
const REQUEST_ID = /^(?:x-)?request[-_]id$/i;

/**
 * Removes personal texts from an object of the API. Of its metadata, only the value named `keptKey` stays, if
 * it is a text or a number.
 */
export function withoutPersonalText(value: unknown, keptKey?: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutPersonalText(item, keptKey));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => {
      if (name === METADATA) return [name, keptMetadata(child, keptKey)];
      if (PERSONAL_OBJECTS.has(name)) return [name, allTextsRemoved(child)];
      if (typeof child === 'string' && PERSONAL.has(name)) return [name, REMOVED];
      if (typeof child === 'string' && REQUEST_ID.test(name)) return [name, anonymousRequestId(child)];
      return [name, withoutPersonalText(child, keptKey)];
    }),
  );
}

/** `null` for one that the caller has chosen. */
export function anonymousRequestId(id: unknown): unknown {
  return typeof id === 'string' && isGeneratedRequestId(id) ? id : null;
}

export function keptMetadata(metadata: unknown, keptKey: string | undefined): Record<string, unknown> {
  const kept = isObject(metadata) && keptKey !== undefined ? metadata[keptKey] : undefined;
  return keptKey !== undefined && ['string', 'number'].includes(typeof kept) ? { [keptKey]: kept } : {};
}

export function allTextsRemoved(value: unknown): unknown {
  if (typeof value === 'string') return REMOVED;
  if (Array.isArray(value)) return value.map(allTextsRemoved);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, allTextsRemoved(child)]));
}
