import { NAME_OF_ALL, WORD_OF_ALL, type Rare } from './fill.js';

/**
 * The measured searches among charges: the parameters of `GET /search` without the scope, by the name in the
 * table.
 */
export function searchesFor(rare: Rare): Readonly<Record<string, Readonly<Record<string, string>>>> {
  return {
    'no condition': {},
    'an id': { query: rare.id },
    [`a word that ${rare.count} have`]: { query: rare.word },
    'a word that all have': { query: WORD_OF_ALL },
    'a word that none has': { query: 'nowhere' },
    [`a name on the cards of ${rare.count}`]: { query: rare.name },
    'a name on all cards': { query: NAME_OF_ALL },
    'a filter that all fit': { 'filters[capture]': 'true' },
    'a filter that three in four fit': { 'filters[captured]': 'true' },
    'a filter that none fits': { 'filters[voided]': 'true' },
    [`a status that ${rare.count} have`]: { 'filters[status]': 'pending' },
    'a failure code that none has': { 'filters[failure_code]': 'stolen_or_lost_card' },
    'digits of a card that none has': { 'filters[card_last_digits]': '0000' },
    'a payment method that none has': { 'filters[source_type]': 'boost' },
    'a currency that none has': { 'filters[currency]': 'JPY' },
    [`a range of amounts that ${rare.count} have`]: {
      'filters[amount]': `${inMainUnit(rare.amount - 1)}..${inMainUnit(rare.amount + 1)}`,
    },
    'a range of amounts that all have': { 'filters[amount]': '1..' },
    'the first hour': { 'filters[created]': rare.hour },
    'all days': { 'filters[created]': '2000-01-01..' },
    'the latest first': { order: 'reverse_chronological', 'filters[captured]': 'true' },
  };
}

function inMainUnit(satang: number): string {
  return (satang / 100).toFixed(2);
}
