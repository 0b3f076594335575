import type { Place } from '../app/place';

/** A kind of object that has a list and pages. */
interface Kind {
  readonly title: string;
  /** How ids of it begin. */
  readonly prefix: string;
  /** Where the emulated API has it, unless that is its name. */
  readonly path?: string;
}

/** What has a list of its own, by the names of the control API's lists; payments have pages of their own. */
export const KINDS: Readonly<Record<string, Kind>> = {
  sources: { title: 'Sources', prefix: 'src' },
  tokens: { title: 'Tokens', prefix: 'tokn' },
  customers: { title: 'Customers', prefix: 'cust' },
  cards: { title: 'Cards', prefix: 'card' },
  refunds: { title: 'Refunds', prefix: 'rfnd' },
  disputes: { title: 'Disputes', prefix: 'dspt' },
  linked_accounts: { title: 'Linked accounts', prefix: 'lnac' },
  links: { title: 'Links', prefix: 'link' },
  checkout_sessions: { title: 'Checkout sessions', prefix: 'sess', path: 'api/sessions' },
  chains: { title: 'Chains', prefix: 'acch' },
  schedules: { title: 'Schedules', prefix: 'schd' },
  recipients: { title: 'Recipients', prefix: 'recp' },
  transfers: { title: 'Transfers', prefix: 'trsf' },
  transactions: { title: 'Transactions', prefix: 'trxn' },
  receipts: { title: 'Receipts', prefix: 'rcpt' },
};

/** Objects with a page and without a list. */
const PAGES_ONLY: Readonly<Record<string, string>> = { evnt: 'events', occu: 'occurrences' };

/** The path of the objects of a kind on the emulated API. */
export function emulatedPathOf(kind: string): string {
  return KINDS[kind]?.path ?? kind;
}

/** The page of a card, which is below that of its customer. */
export function pageOfCard(id: string, customer: string, { name, mode }: Place): string {
  return `/sandboxes/${name}/${mode}/objects/customers/${customer}/cards/${id}`;
}

/** The page of an object, by what its id says it is; `undefined` where it has none. The page of a card is found by its customer. */
export function pageOf(id: string, { name, mode }: Place): string | undefined {
  const base = `/sandboxes/${name}/${mode}`;
  const prefix = id.split('_')[0] ?? '';
  if (prefix === 'chrg') return `${base}/payments/${id}`;
  if (prefix === 'whdl') return `${base}/webhooks/${id}`;
  const kind = Object.keys(KINDS).find((each) => each !== 'cards' && KINDS[each]?.prefix === prefix) ?? PAGES_ONLY[prefix];
  return kind && `${base}/objects/${kind}/${id}`;
}
