import type { Place } from '../ui/place';

/** A kind of object that has a list and pages. */
interface Kind {
  readonly title: string;
  /** The singular of the title. */
  readonly one: string;
  /** The prefix of its IDs. */
  readonly prefix: string;
  /** Its path on the emulated API, unless it is the name of the kind. */
  readonly path?: string;
}

/** The kinds with a list, by its name on the control API. Payments have pages of their own. */
export const KINDS: Readonly<Record<string, Kind>> = {
  sources: { title: 'Sources', one: 'Source', prefix: 'src' },
  tokens: { title: 'Tokens', one: 'Token', prefix: 'tokn' },
  customers: { title: 'Customers', one: 'Customer', prefix: 'cust' },
  cards: { title: 'Cards', one: 'Card', prefix: 'card' },
  refunds: { title: 'Refunds', one: 'Refund', prefix: 'rfnd' },
  disputes: { title: 'Disputes', one: 'Dispute', prefix: 'dspt' },
  linked_accounts: { title: 'Linked accounts', one: 'Linked account', prefix: 'lnac' },
  links: { title: 'Links', one: 'Link', prefix: 'link' },
  checkout_sessions: {
    title: 'Checkout sessions',
    one: 'Checkout session',
    prefix: 'sess',
    path: 'api/sessions',
  },
  chains: { title: 'Chains', one: 'Chain', prefix: 'acch' },
  schedules: { title: 'Schedules', one: 'Schedule', prefix: 'schd' },
  recipients: { title: 'Recipients', one: 'Recipient', prefix: 'recp' },
  transfers: { title: 'Transfers', one: 'Transfer', prefix: 'trsf' },
  transactions: { title: 'Transactions', one: 'Transaction', prefix: 'trxn' },
  receipts: { title: 'Receipts', one: 'Receipt', prefix: 'rcpt' },
};

/** Objects with a page and without a list. */
const PAGES_ONLY: Readonly<Record<string, string>> = { chrg: 'charges', evnt: 'events', occu: 'occurrences' };

/** The path of the objects of a kind on the emulated API. */
export function emulatedPathOf(kind: string): string {
  return KINDS[kind]?.path ?? kind;
}

/** The kind of an object, by the prefix of its id. */
export function kindOf(id: string): string | undefined {
  const prefix = id.split('_')[0] ?? '';
  return Object.keys(KINDS).find((each) => KINDS[each]?.prefix === prefix) ?? PAGES_ONLY[prefix];
}

/** The page of a card, which is below that of its customer. */
export function pageOfCard(id: string, customer: string, { name, mode }: Place): string {
  return `/sandboxes/${name}/${mode}/objects/customers/${customer}/cards/${id}`;
}

/**
 * The page of an object, by what its id says it is; `undefined` where it has none. The page of a card is
 * found by its customer.
 */
export function pageOf(id: string, { name, mode }: Place): string | undefined {
  const base = `/sandboxes/${name}/${mode}`;
  if (id.startsWith('whdl_')) return `${base}/webhooks/${id}`;
  if (id.startsWith('exam_')) return `${base}/exams/${id}`;
  const kind = kindOf(id);
  if (kind === 'charges') return `${base}/payments/${id}`;
  return kind === undefined || kind === 'cards' ? undefined : `${base}/objects/${kind}/${id}`;
}
