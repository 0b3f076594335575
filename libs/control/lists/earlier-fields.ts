/** The texts of listed objects that earlier releases had in place of named columns. They go with the next one. */
export interface EarlierFieldsView {
  /**
   * Deprecated: read the column of its own. Method of a charge or source, methods of a checkout session, brand
   * of a card or token, bank of a linked account, reason of a dispute, origin of a transaction, type or
   * recipient, or kind of a schedule.
   * @example "promptpay"
   */
  type: string | null;
  /**
   * Deprecated: read the column of its own. Description, message, direction, name, failure code, title,
   * customer or recipient, last digits, or several of them with a comma between.
   * @example "Order 1042"
   */
  about: string | null;
}

type Row = Readonly<Record<string, unknown>>;

const cardText = ({ name, last_digits: digits }: Row): string => `${String(name)}, ${String(digits)}`;

/** The column of each text, by kind, or a function of the row. */
const COLUMNS: Readonly<
  Record<string, Readonly<Partial<Record<keyof EarlierFieldsView, string | ((row: Row) => unknown)>>>>
> = {
  charges: { type: 'method', about: 'description' },
  customers: { about: 'description' },
  disputes: { type: 'reason_code', about: 'message' },
  linked_accounts: { type: 'bank', about: 'last_digits' },
  transactions: { type: 'origin', about: 'direction' },
  recipients: { type: 'recipient_type', about: 'name' },
  transfers: { type: 'recipient', about: 'failure_code' },
  links: { about: 'title' },
  schedules: { type: 'scheduled', about: 'party' },
  cards: { type: 'brand', about: cardText },
  tokens: { type: 'brand', about: cardText },
  checkout_sessions: {
    type: ({ methods }) => (methods as readonly string[]).join(', '),
    about: ({ order, description }) => [order, description].filter(Boolean).join(', ') || null,
  },
  sources: { type: 'method', about: 'payer_name' },
};

export function earlierFieldsOf(kind: string, row: Row): EarlierFieldsView {
  const { type, about } = COLUMNS[kind] ?? {};
  const read = (of: typeof type): string | null => {
    const value = typeof of === 'function' ? of(row) : row[of ?? ''];
    return typeof value === 'string' ? value : null;
  };
  return { type: read(type), about: read(about) };
}
