import { createHmac } from 'node:crypto';
import { EXAM_CASES } from '#control/exams/rules/exam-cases.js';
import { steadyPort } from '../../../proof/rig/ports.js';
import { isSigned, Shop, useExaminedShops, type Habits } from './exam-shop.js';
import type { ReceivedWebhook } from './receiver.js';

const { examined, receiver } = useExaminedShops();

const ALL = EXAM_CASES.map(({ name }) => name).join(',');

describe('an exam of a good shop', () => {
  it('passes all cases but the one that needs a restart and the return of a customer', async () => {
    const { verdicts, said } = await examined({}, ALL);
    expect(said['no-secret']).toContain('tollgate exam');
    expect(said['webhook-and-redirect']).toContain('return_uri');
    const others = Object.entries(verdicts).filter(
      ([name]) => !['no-secret', 'webhook-and-redirect'].includes(name),
    );
    expect(others).toEqual(others.map(([name]) => [name, 'passed']));
    expect(others).toHaveLength(EXAM_CASES.length - 2);
  });
});

describe('an exam of a shop that verifies by GET /events/{id}', () => {
  const byEvent: Habits = {
    take: async (shop, { id }) => {
      const { status, body } = await shop.sandbox.get(`/events/${id}`);
      if (status !== 200) return [500];
      shop.believe((body as { data: Parameters<Shop['believe']>[0] }).data);
      return [200];
    },
  };

  it('sees that it asks, and that it recovers', async () => {
    const { verdicts, said, cases } = await examined(byEvent, 'api-disagrees,api-recovers,unknown-event');
    expect(verdicts).toMatchObject({ 'api-disagrees': 'passed', 'api-recovers': 'passed' });
    expect(said['api-disagrees']).toMatch(/^The shop made GET \/events\/evnt_test_\w+\.$/);
    expect(said['api-recovers']).toMatch(/^GET \/events\/evnt_test_\w+ returned 500\./);
    const calls = cases['api-recovers']?.entries.filter(({ kind }) => kind === 'call');
    expect(calls?.map(({ text }) => text)).toContainEqual(expect.stringContaining('GET /events/evnt_test_'));
    expect(verdicts['unknown-event']).toBe('not_judged');
    expect(said['unknown-event']).toContain('the shop did not see the unknown one');
  });

  it('fails it if it answers 200 although the API failed', async () => {
    const forgetful: Habits = {
      take: async (shop, event) => {
        await byEvent.take?.(shop, event);
        return [200];
      },
    };
    const { verdicts, said } = await examined(forgetful, 'api-recovers');
    expect(verdicts['api-recovers']).toBe('failed');
    expect(said['api-recovers']).toContain('After one payment it should be');
  });
});

describe('an exam of a shop that checks no signature', () => {
  it('fails it for a body that was changed after signing, and does not judge two signatures', async () => {
    const { verdicts, said, cases } = await examined(
      { isSigned: () => true },
      'no-signature,wrong-signature,changed-body,two-signatures',
    );
    expect(verdicts).toMatchObject({
      'no-signature': 'failed',
      'wrong-signature': 'failed',
      'changed-body': 'failed',
      'two-signatures': 'not_judged',
    });
    expect(said['two-signatures']).toContain('see wrong-signature');
    const [changed] = (cases['changed-body']?.entries ?? []).filter(({ kind }) => kind === 'webhook');
    expect(changed?.request?.body).toContain('"amount": 2001,');
  });
});

describe('an exam of a shop that answers 200 to a wrong signature, and ignores the event', () => {
  it('warns, and still judges two signatures', async () => {
    const checked = new Map<unknown, boolean>();
    const { verdicts } = await examined(
      {
        isSigned: (webhook, secret) => {
          checked.set(webhook.event.id, isSigned(webhook, secret));
          return true;
        },
        take: async (shop, { id, data }) => {
          if (checked.get(id)) await shop.update(data.id);
          return [200];
        },
      },
      'wrong-signature,two-signatures',
    );
    expect(verdicts).toMatchObject({ 'wrong-signature': 'warning', 'two-signatures': 'passed' });
  });
});

describe('the largest event', () => {
  it('has all the metadata and the description that the API takes, and no more', async () => {
    let largest = '';
    const { verdicts } = await examined(
      {
        isSigned: (webhook, secret) => {
          if (webhook.text.length > largest.length) largest = webhook.text;
          return isSigned(webhook, secret);
        },
      },
      'long-unicode',
    );
    const { metadata, description } = (
      JSON.parse(largest) as { data: { metadata: object; description: string } }
    ).data;
    expect(JSON.stringify(metadata)).toHaveLength(15_000);
    expect(description).toHaveLength(1_000);
    expect(Buffer.byteLength(largest)).toBeGreaterThan(48_000);
    expect(Buffer.byteLength(largest)).toBeLessThan(54_000);
    expect(verdicts['long-unicode']).toBe('passed');
  });

  it.each([
    [100_000, 'passed'],
    [48_000, 'failed'],
  ])('is judged for a shop that reads at most %d bytes: %s', async (most, verdict) => {
    const { verdicts } = await examined(
      {
        isSigned: (webhook, secret) => Buffer.byteLength(webhook.text) <= most && isSigned(webhook, secret),
      },
      'long-unicode',
    );
    expect(verdicts['long-unicode']).toBe(verdict);
  });
});

describe('an exam of a shop whose charges are paid at the checkout', () => {
  it('takes the state after the checkout for that of a paid order', async () => {
    const { verdicts, said } = await examined(
      { byCard: true },
      'no-signature,same-event-twice,complete-before-create,late-expiry,unknown-charge,api-disagrees,api-recovers',
    );
    expect(verdicts).toEqual({
      'genuine-event': 'passed',
      'no-signature': 'passed',
      'same-event-twice': 'passed',
      'complete-before-create': 'passed',
      'late-expiry': 'not_judged',
      'unknown-charge': 'not_judged',
      'api-disagrees': 'not_judged',
      'api-recovers': 'not_judged',
    });
    expect(said['genuine-event']).toContain('was paid at the checkout, and the order stayed');
    expect(said['unknown-charge']).toContain('three_d_secure');
  });

  it('fails it if it fulfils an order again for its webhook', async () => {
    const { verdicts } = await examined(
      {
        byCard: true,
        take: (shop, { data }) => {
          const order = shop.orderOf(data.id);
          if (order) order.count += 1;
          return [200];
        },
      },
      'same-event-twice',
    );
    expect(verdicts['same-event-twice']).toBe('failed');
  });

  it('fails it if it accepts what is not signed, and says why nothing changed', async () => {
    const { verdicts, said } = await examined(
      { byCard: true, isSigned: () => true, take: () => undefined },
      'no-signature',
    );
    expect(verdicts['no-signature']).toBe('failed');
    expect(said['no-signature']).toContain(
      'The order looked paid before, so the event could change nothing.',
    );
  });
});

describe('an exam of a shop whose status page asks the API', () => {
  const refreshing: Habits = {
    show: async (shop, number) => {
      for (const id of shop.order(number).charges) await shop.update(id);
    },
  };

  /** Each page has what the shop asked after the page before. */
  const refreshingLater = (): Habits => {
    let asked: Promise<unknown> | undefined;
    return {
      show: async (shop, number) => {
        await asked;
        asked = Promise.all(shop.order(number).charges.map((id) => shop.update(id)));
      },
    };
  };

  it.each([
    ['at once', refreshing],
    ['after its answer', refreshingLater()],
  ])('does not take what the probe causes for the effect of an event, if it asks %s', async (_, habits) => {
    const { verdicts, said } = await examined(
      habits,
      'no-signature,stale-timestamp,same-event-twice,unknown-charge,api-disagrees,api-recovers',
    );
    expect(verdicts).toEqual({
      'genuine-event': 'passed',
      'no-signature': 'passed',
      'stale-timestamp': 'passed',
      'same-event-twice': 'passed',
      'unknown-charge': 'passed',
      'api-disagrees': 'passed',
      'api-recovers': 'not_judged',
    });
    expect(said['genuine-event']).toContain('before the event');
    expect(said['api-recovers']).toContain('the shop asks the API by itself');
  });

  /** An exam looks at an order once before its payment, and twice after it. */
  const fromLook = (first: number, show: Habits['show']): Habits => {
    const looks = new Map<string, number>();
    return {
      show: (shop, number) => {
        looks.set(number, (looks.get(number) ?? 0) + 1);
        return (looks.get(number) ?? 0) < first ? undefined : show?.(shop, number);
      },
    };
  };

  it('does not judge a change that a later probe causes', async () => {
    const { verdicts, said } = await examined(fromLook(4, refreshing.show), 'no-signature');
    expect(verdicts['no-signature']).toBe('not_judged');
    expect(said['no-signature']).toMatch(/The shop made GET \/charges\/chrg_test_\w+ after the payment/);
  });

  it('does not judge a change that the shop makes by itself', async () => {
    const { verdicts, said } = await examined(
      fromLook(4, (shop, number) => {
        for (const id of shop.order(number).charges) setTimeout(() => void shop.update(id), 500);
      }),
      'no-signature',
      // Over as soon as the order has changed.
      { settle: '30s' },
    );
    expect(verdicts).toEqual({ 'genuine-event': 'passed', 'no-signature': 'not_judged' });
    expect(said['no-signature']).toContain('after the payment, so the event may not be the cause');
  });

  it('fails it if the event itself is believed', async () => {
    const { verdicts } = await examined(
      {
        ...refreshing,
        take: (shop, { data }) => {
          shop.believe(data as never);
          return [200];
        },
      },
      'unknown-charge',
    );
    expect(verdicts['unknown-charge']).toBe('failed');
  });
});

describe('a shop that works events off later', () => {
  it('gets a warning that settle is too short', async () => {
    const { verdicts, said } = await examined(
      {
        isSigned: () => true,
        take: (shop, { data }) => {
          setTimeout(() => void shop.update(data.id), 1_500);
          return [200];
        },
      },
      'genuine-event',
    );
    expect(verdicts['genuine-event']).toBe('warning');
    expect(said['genuine-event']).toMatch(/It took longer than 100ms, .* pass settle=\ds\./);
  });
});

describe('money that goes back', () => {
  const byCard: Habits = {
    byCard: true,
    take: async (shop, { data }) => {
      const about = data['object'] === 'charge' ? data.id : data['charge'];
      if (typeof about === 'string' && shop.orderOf(about)) await shop.update(about);
      return [200];
    },
  };

  it('is that of the shop’s own charges', async () => {
    const { verdicts, cases } = await examined(byCard, 'full-refund,refund-dispute-reversal');
    expect(verdicts).toMatchObject({ 'full-refund': 'passed', 'refund-dispute-reversal': 'passed' });
    const made = cases['full-refund']?.entries.filter(({ text }) => text.startsWith('create '));
    expect(made).toEqual([]);
  });

  it('warns about a shop that keeps an order paid whose whole amount was refunded', async () => {
    const { verdicts, said } = await examined({ ...byCard, take: () => undefined }, 'full-refund');
    expect(verdicts['full-refund']).toBe('warning');
    expect(said['full-refund']).toContain('The whole amount was refunded');
  });
});

describe('events of other objects', () => {
  it('fail a shop that answers 404 to what it does not know', async () => {
    const { verdicts } = await examined(
      {
        take: async (shop, { data }) => {
          if (!shop.orderOf(data.id)) return [404];
          await shop.update(data.id);
          return [200];
        },
      },
      'other-events',
    );
    expect(verdicts['other-events']).toBe('failed');
  });

  it('fail a shop that retrieves a deleted object and answers with its error', async () => {
    const { verdicts, said } = await examined(
      {
        take: async (shop, { data }) => {
          if (data['object'] === 'customer')
            return [(await shop.sandbox.get(`/customers/${data.id}`)).status];
          await shop.update(data.id);
          return [200];
        },
      },
      'other-events',
    );
    expect([verdicts['other-events'], said['other-events']]).toEqual([
      'failed',
      expect.stringMatching(/customer\.create: 200 .* customer\.create: .*404/),
    ]);
  });
});

describe('the return of a customer', () => {
  it('is not judged if the front end is not started', async () => {
    const returnUri = `http://127.0.0.1:${await steadyPort()}/done`;
    const { verdicts, said } = await examined(
      { charge: () => ({ return_uri: returnUri }) },
      'webhook-and-redirect',
    );
    expect(verdicts['webhook-and-redirect']).toBe('not_judged');
    expect(said['webhook-and-redirect']).toContain(
      `The return_uri ${returnUri} cannot be reached (ECONNREFUSED): start the front end of the shop.`,
    );
  });
});

it('asks the front page whether a shop has started, not its endpoint', async () => {
  const { shop } = await examined({}, 'genuine-event');
  expect(shop.orders.size).toBe(1);
  expect(receiver.received.filter(({ path, text }) => path === '/hook' && text === '')).toEqual([]);
});

describe('an exam of a shop that signs by a wrong rule', () => {
  const signing = (sign: (webhook: ReceivedWebhook, key: Buffer, timestamp: string) => string): Habits => ({
    isSigned: (webhook, secret) => {
      const { 'omise-signature': given, 'omise-signature-timestamp': timestamp } = webhook.headers;
      return given === sign(webhook, Buffer.from(secret, 'base64'), String(timestamp));
    },
  });
  const hmac = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('hex');

  it.each([
    [
      'body alone',
      signing(({ text }, key) => hmac(key, text)),
      'It signs the body alone: sign `timestamp.body`.',
    ],
    [
      'body printed again',
      signing(({ event }, key, timestamp) => hmac(key, `${timestamp}.${JSON.stringify(event)}`)),
      'It signs JSON that it parsed and printed again: sign the bytes that arrived.',
    ],
    [
      'secret as text',
      signing(({ text }, key, timestamp) =>
        hmac(Buffer.from(key.toString('base64')), `${timestamp}.${text}`),
      ),
      'It uses the secret as text: decode it from base64.',
    ],
  ])('names the mistake: %s', async (_, habits, says) => {
    const { verdicts, said } = await examined(habits, 'no-signature');
    expect(verdicts).toEqual({ 'genuine-event': 'failed', 'no-signature': 'not_judged' });
    expect(said['genuine-event']).toContain('Endpoint returned 401');
    expect(said['genuine-event']).toContain(`The shop accepts a signature by a wrong rule. ${says}`);
  });

  it('names none for a shop with another secret, and for one that fails once', async () => {
    const other = signing(({ text }, _, timestamp) => hmac(Buffer.from('other'), `${timestamp}.${text}`));
    expect((await examined(other, 'genuine-event')).said['genuine-event']).not.toContain('wrong rule');
    let count = 0;
    const failing: Habits = {
      take: async (shop, { data }) => {
        count += 1;
        if (count === 1) return [503];
        await shop.update(data.id);
        return [200];
      },
    };
    expect((await examined(failing, 'genuine-event')).said['genuine-event']).not.toContain('wrong rule');
  });
});
