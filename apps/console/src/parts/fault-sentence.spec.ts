import { faultSentence } from './fault-sentence';

describe('the sentence of a fault', () => {
  it.each([
    [{ on: 'api', match: { route: 'POST /charges' }, times: 2, do: { status: 503 } }, 'The next 2 POST /charges requests return 503.'],
    [
      { on: 'api', match: { route: 'POST /charges' }, when: 'after', do: { disconnect: true } },
      'The next POST /charges request loses the connection after processing.',
    ],
    [{ on: 'api', times: 'always', do: { delay: '3s' } }, 'All requests are delayed 3s.'],
    [{ on: 'api', do: { rate_limit: { limit: 5, per: '1s' } } }, 'All requests are limited to 5 in 1s.'],
    [{ on: 'payment', do: { settle: 'successful', after: '5s' } }, 'The next payment becomes successful after 5s.'],
    [{ on: 'webhook', do: { reorder: 3 } }, 'The next 3 webhooks are delivered in reverse order.'],
    [
      { on: 'webhook', match: { metadata: { order: '1042' } }, do: { duplicate: 3 } },
      'The next metadata {"order":"1042"} webhook is delivered 3 times.',
    ],
    [{ on: 'api', do: { unknown: 1 } }, 'The next request gets {"unknown":1}.'],
  ])('of %j', (fault, sentence) => {
    expect(faultSentence(fault)).toBe(sentence);
  });
});
