import { keysWithWord, withoutCase, wordsOf } from './query-words.js';

describe('the words of a query', () => {
  it.each([
    ['INV/2026/1042', ['INV', '2026', '1042']],
    ['order_1042 #1042!', ['order', '1042']],
    ['somchai@shop.example', ['somchai', 'shop', 'example']],
    ['รองเท้า,หมวก', ['รองเท้า', 'หมวก']],
    ['東京（ラーメン・カレー）', ['東京', 'ラーメン', 'カレー']],
    ["O'Brien—Café", ['O', 'Brien', 'Café']],
    ['Somchai ❤️ 👨‍👩‍👧', ['Somchai']],
    ['paid🇹🇭 1042', ['paid', '1042']],
    ['#!', []],
  ])('%s: %p', (query, words) => expect(wordsOf(query)).toEqual(words));
});

it('texts are found by whole words, in any letter case', () => {
  const texts = { stolen: 'card is stolen or lost', expired: 'Card is expired', other: 'cardboard' };
  expect(keysWithWord(texts, 'CARD')).toEqual(['stolen', 'expired']);
});

it.each([
  ['İSTANBUL', 'ıstanbul'],
  ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
  ['ᾈΔΗΣ', 'ᾀδης'],
  ['ǅ', 'ǆ'],
  ['ẞ', 'ß'],
])('%s matches %s in another case', (one, other) => {
  expect(withoutCase(one)).toBe(withoutCase(other));
});

it('a letter stays unchanged if its other case has several letters', () => {
  expect([withoutCase('Straße'), withoutCase('STRASSE')]).toEqual(['straße', 'strasse']);
});
