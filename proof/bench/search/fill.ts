import type { Deployment } from '../deployment.js';
import { CREATE_FORM, TOKEN_FORM } from '../forms.js';
import { repeat } from '../http.js';
import { copyId } from '../rows/copies.js';
import { fillCharges } from '../rows/fill.js';
import { modelsOf } from '../rows/models.js';
import { Shop } from '../shop.js';

/** A word of the description of every charge. */
export const WORD_OF_ALL = 'benchmark';
/** A word on the card of every charge that was paid by card. */
export const NAME_OF_ALL = 'Somchai';
/** The amount is in satang. */
const RARE = { count: 30, word: 'umbrella', amount: 777_700, name: 'Malee' };
const HOUR_MS = 3_600_000;
/**
 * The tables that a search reads. Events, deliveries and postings are left out, so that a million charges
 * take minutes.
 */
const SEARCHED = ['card', 'source', 'charge'];

/**
 * Few charges that are otherwise than all others, as many whose cards have another name, and some facts of
 * the others.
 */
export interface Rare {
  readonly count: number;
  readonly word: string;
  readonly amount: number;
  readonly name: string;
  /** The id of the oldest charge, and the hour that begins when it was created. */
  readonly id: string;
  readonly hour: string;
}

/** A shop with so many charges; the latest few are rare, and their cards before them. */
export async function fillSearched(
  deployment: Deployment,
  count: number,
  say: (line: string) => void,
): Promise<{ shop: Shop; rare: Rare }> {
  const shop = await Shop.open(deployment);
  const models = (await modelsOf(deployment, shop)).map(({ trace, percent }) => ({
    percent,
    trace: { ...trace, rows: trace.rows.filter(({ table }) => SEARCHED.includes(table)) },
  }));
  const [first] = models;
  if (!first) throw new Error('There is no charge to copy');
  await fillCharges(deployment, models, count - 2 * RARE.count - models.length, say);
  const card = new URLSearchParams(TOKEN_FORM);
  card.set('card[name]', `${RARE.name} Prasert`);
  await repeat(RARE.count, async () => shop.charge(await shop.token(card.toString())), 1);
  const form = new URLSearchParams(CREATE_FORM);
  form.set('description', `An ${RARE.word} of the ${WORD_OF_ALL}`);
  form.set('amount', String(RARE.amount));
  await repeat(RARE.count, () => shop.create(form.toString()), 1);
  await deployment.postgres.query(deployment.database, 'ANALYZE');
  const id = copyId(first.trace, 1);
  const { created_at: at } = await shop.get<{ created_at: string }>(`/charges/${id}`);
  const end = new Date(Date.parse(at) + HOUR_MS).toISOString();
  return { shop, rare: { ...RARE, id, hour: `${at}..${end}` } };
}
