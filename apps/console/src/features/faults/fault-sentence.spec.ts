import { faultSentence, spacedDuration } from './fault-sentence';

describe('the sentence of a fault', () => {
  it.each([
    [
      { on: 'api', match: { route: 'POST /charges' }, times: 2, do: { status: 503 } },
      'The next 2 POST /charges requests return 503 before anything is created.',
    ],
    [
      { on: 'api', match: { route: 'POST /charges' }, when: 'after', do: { disconnect: true } },
      'The next POST /charges request loses the connection after processing.',
    ],
    [{ on: 'api', times: 'always', do: { delay: '3s' } }, 'All requests are delayed 3\u00a0s.'],
    [
      { on: 'api', do: { rate_limit: { limit: 5, per: '1s' } } },
      'All requests are limited to 5 in 1\u00a0s.',
    ],
    [
      { on: 'payment', do: { settle: 'successful', after: '5s' } },
      'The next payment becomes successful after 5\u00a0s.',
    ],
    [{ on: 'webhook', do: { reorder: 3 } }, 'The next 3 webhooks are delivered in reverse order.'],
    [
      { on: 'webhook', match: { key: 'charge.complete', metadata: { order: '1042' } }, do: { duplicate: 3 } },
      'The next charge.complete webhook with order=1042 is delivered 3 times.',
    ],
    [
      { on: 'payment', match: { amount: 2_000 }, skip: 1, times: 2, probability: 0.5, do: { never: true } },
      'After 1 payment, the next 2 payments with amount 2000 stay pending with a probability of 50 %.',
    ],
    [{ on: 'api', do: { unknown: 1 } }, 'The next request gets {"unknown":1}.'],
  ])('of %j', (fault, sentence) => {
    expect(faultSentence(fault)).toBe(sentence);
  });
});

describe('a duration of the API', () => {
  it.each([
    ['10m', '10\u00a0min'],
    ['1h30m', '1\u00a0h 30\u00a0min'],
    ['500ms', '500\u00a0ms'],
  ])('%s is written with spaces', (text, spaced) => {
    expect(spacedDuration(text)).toBe(spaced);
  });
});
