import { LISTS } from '../api/generated/kinds';
import type { Place } from '../ui/place';

interface Kind {
  readonly title: string;
  /** The singular of the title. */
  readonly one: string;
  /** The prefix of its IDs. */
  readonly prefix: string;
}

const { charges: _, ...LISTED } = LISTS;

/** The names of the lists of objects. Payments have pages of their own. */
export type ListName = keyof typeof LISTED;

/** The kinds with a list or pages, by their names on the control API. */
export const KINDS: Readonly<Record<string, Kind>> = {
  ...LISTED,
  receipts: { title: 'Receipts', one: 'Receipt', prefix: 'rcpt' },
};

/** The paths of kinds on the emulated API that are not the name of the kind. */
const PATHS: Readonly<Record<string, string>> = { checkout_sessions: 'api/sessions' };

export function isListName(kind: string): kind is ListName {
  return Object.hasOwn(LISTED, kind);
}

/** Objects with a page and without a list. */
const PAGES_ONLY: Readonly<Record<string, string>> = { chrg: 'charges', evnt: 'events', occu: 'occurrences' };

/** The path of the objects of a kind on the emulated API. */
export function emulatedPathOf(kind: string): string {
  return PATHS[kind] ?? kind;
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
  if (id.startsWith('soak_')) return `${base}/soaks/${id}`;
  const kind = kindOf(id);
  if (kind === 'charges') return `${base}/payments/${id}`;
  return kind === undefined || kind === 'cards' ? undefined : `${base}/objects/${kind}/${id}`;
}
