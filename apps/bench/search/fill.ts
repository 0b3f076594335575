import type { Deployment } from '../deployment.js';
import { cardForm, CREATE_FORM, TOKEN_FORM } from '../forms.js';
import { ask, basic } from '../http.js';
import { copyId } from '../rows/copies.js';
import { fillCharges } from '../rows/fill.js';
import { modelsOf } from '../rows/recorded.js';

/** A word of the description of every charge. */
export const WORD_OF_ALL = 'benchmark';
/** A word on the card of every charge that was paid by card. */
export const NAME_OF_ALL = 'Somchai';
/** The amount is in satang. */
const RARE = { count: 30, word: 'umbrella', amount: 777_700, name: 'Malee' };
const HOUR_MS = 3_600_000;
/** The tables that a search reads. Events, deliveries and postings are left out, so that a million charges take minutes. */
const SEARCHED = ['card', 'source', 'charge'];

/** Few charges that are otherwise than all others, as many whose cards have another name, and some facts of the others. */
export interface Rare {
  readonly count: number;
  readonly word: string;
  readonly amount: number;
  readonly name: string;
  /** The id of the oldest charge, and the hour that begins when it was created. */
  readonly id: string;
  readonly hour: string;
}

/** A merchant with so many charges; the latest few are rare, and their cards before them. Answers with the merchant's key. */
export async function fillSearched(
  deployment: Deployment,
  count: number,
  say: (line: string) => void,
): Promise<{ authorization: string; rare: Rare }> {
  const account = await deployment.account(null);
  const authorization = basic(account.secretKey);
  const models = (await modelsOf(deployment, account)).map(({ trace, percent }) => ({
    percent,
    trace: { ...trace, rows: trace.rows.filter(({ table }) => SEARCHED.includes(table)) },
  }));
  const [first] = models;
  if (!first) throw new Error('There is no charge to make copies of');
  const copies = count - 2 * RARE.count - models.length;
  await fillCharges(deployment.postgres, deployment.database, models, copies, say);
  const form = new URLSearchParams(CREATE_FORM);
  form.set('description', `An ${RARE.word} of the ${WORD_OF_ALL}`);
  form.set('amount', String(RARE.amount));
  const [api] = deployment.urls('api');
  const [vault] = deployment.urls('vault');
  const card = new URLSearchParams(TOKEN_FORM);
  card.set('card[name]', `${RARE.name} Prasert`);
  for (let made = 0; made < RARE.count; made += 1) {
    const { id: token } = await ask<{ id: string }>('POST', `${vault}/tokens`, {
      authorization: basic(account.publicKey),
      form: card.toString(),
    });
    await ask('POST', `${api}/charges`, { authorization, form: cardForm(token) });
  }
  for (let made = 0; made < RARE.count; made += 1) await ask('POST', `${api}/charges`, { authorization, form: form.toString() });
  await deployment.postgres.query(deployment.database, 'ANALYZE');
  const id = copyId(first.trace, '5', 1);
  const { created_at: at } = await ask<{ created_at: string }>('GET', `${api}/charges/${id}`, { authorization });
  const end = new Date(Date.parse(at) + HOUR_MS).toISOString();
  return { authorization, rare: { ...RARE, id, hour: `${at}..${end}` } };
}
