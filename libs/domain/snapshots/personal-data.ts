type Columns = Readonly<Record<string, unknown>>;

/** Replaces a text about a person. */
const REMOVED = 'removed';

/** Replacements by table and column. A null column stays null. */
const REPLACED: Readonly<Record<string, Columns>> = {
  card: {
    name: REMOVED,
    street1: null,
    street2: null,
    city: null,
    state: null,
    postal_code: null,
    phone_number: null,
  },
  chain: { email: REMOVED },
  charge: { description: null, metadata: {}, ip: null },
  checkout_session: { order_id: null, description: null, metadata: {} },
  customer: { description: null, email: null, metadata: {} },
  dispute: { message: null, metadata: {} },
  link: { title: REMOVED, description: REMOVED },
  linked_account: { metadata: {} },
  recipient: { name: REMOVED, email: null, description: null, tax_id: REMOVED, metadata: {} },
  refund: { metadata: {} },
  occurrence: { message: null },
  source: { ip: null },
  transfer: { metadata: {} },
  webhook_attempt: { answer_start: null, answer_headers: null, address: null },
};

/** Stands for the number of a bank account. */
const HIDDEN_NUMBER = '0000000000';

/** Replace the contents of files: only the signature of each type. */
const EMPTY_FILES: Readonly<Record<string, string>> = {
  'image/png': 'iVBORw0KGgo=',
  'image/jpeg': '/9j/',
  'application/pdf': 'JVBERi0=',
};

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

/**
 * A row without names, e-mail and postal addresses, phone numbers, IP addresses, descriptions, messages,
 * metadata, the contents of files, and what receivers answered. What is known of cards and bank accounts
 * stays: their last digits, and who issued them.
 */
export function withoutPersonalData(table: string, row: Columns): Columns {
  const replaced = Object.entries(REPLACED[table] ?? {}).filter(([name]) => row[name] !== null);
  return { ...row, ...Object.fromEntries(replaced), ...otherwiseReplaced(table, row) };
}

function otherwiseReplaced(table: string, row: Columns): Columns {
  switch (table) {
    case 'event':
      return { body: withoutPersonalText(row['body']) };
    case 'recipient':
    case 'transfer':
      return { bank_account: { ...(row['bank_account'] as object), name: REMOVED, number: HIDDEN_NUMBER } };
    case 'schedule':
      return { terms: withoutPersonalText(row['terms']) };
    case 'source':
      return { details: allTextsRemoved(row['details']) };
    case 'fault':
      return { effect: withoutPersonalText(row['effect']) };
    case 'dispute_document':
      return {
        filename: REMOVED,
        content: row['content'] === null ? null : EMPTY_FILES[String(row['content_type'])],
      };
    default:
      return {};
  }
}

/** Removes personal texts from an object of the API. */
function withoutPersonalText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPersonalText);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => {
      if (name === METADATA) return [name, {}];
      if (PERSONAL_OBJECTS.has(name)) return [name, allTextsRemoved(child)];
      if (typeof child === 'string' && PERSONAL.has(name)) return [name, REMOVED];
      return [name, withoutPersonalText(child)];
    }),
  );
}

function allTextsRemoved(value: unknown): unknown {
  if (typeof value === 'string') return REMOVED;
  if (Array.isArray(value)) return value.map(allTextsRemoved);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, allTextsRemoved(child)]));
}
