import request from 'supertest';
import { useGateway, useOwnGateway } from './harness.js';
import type { Merchant } from './merchant.js';

const DAY_MS = 24 * 3_600_000;
const EXPIRED = { failure_code: 'payment_expired', failure_message: 'payment expired' };
const NO_FAILURE = { failure_code: null, failure_message: null };

describe.each([
  ['specified', EXPIRED],
  ['recorded', NO_FAILURE],
])('with FIDELITY=%s an expired charge', (FIDELITY, failure) => {
  const gateway = useOwnGateway({ FIDELITY });
  let shop: Merchant;

  beforeAll(async () => {
    shop = await gateway.account();
  });

  it('shows the failure if enabled, by request and by time', async () => {
    const [asked, late] = [await shop.charge(), await shop.charge()];
    expect((await shop.post(`/charges/${asked.id}/expire`)).body).toMatchObject({
      status: 'expired',
      ...failure,
    });
    await shop.advance(8 * DAY_MS);
    for (const { id } of [asked, late])
      expect(await shop.retrieve(id)).toMatchObject({ status: 'expired', ...failure });
    expect((await shop.get('/charges')).body).toMatchObject({ data: [failure, failure] });
    const { body } = await shop.get(`/charges/${late.id}/events`, { order: 'reverse_chronological' });
    expect(body).toMatchObject({
      data: [{ key: 'charge.complete', data: { status: 'expired', ...failure } }, { key: 'charge.create' }],
    });
  });

  it('shows the failure in older versions', async () => {
    const { id } = await shop.charge();
    const { body } = await shop.post(`/charges/${id}/expire`).set('Omise-Version', '2017-11-02');
    expect(body).toMatchObject({ status: 'expired', ...failure });
  });

  it('differs from a declined one', async () => {
    const { id } = await shop.charge();
    const { body } = await shop.post(`/charges/${id}/mark_as_failed`, { failure_code: 'payment_expired' });
    expect(body).toMatchObject({ status: 'failed', ...EXPIRED });
  });
});

describe('an event', () => {
  const specified = useGateway();
  const later = useOwnGateway(() => ({ DATABASE_URL: specified.databaseUrl, FIDELITY: 'recorded' }));

  it('keeps its state, while the charge shows today’s', async () => {
    const shop = await specified.account();
    const { id } = await shop.charge();
    await shop.post(`/charges/${id}/expire`);
    const ask = (path: string): request.Test =>
      request(later.settings.baseUrl).get(path).auth(shop.key('secret'), '');
    expect((await ask(`/charges/${id}`)).body).toMatchObject(NO_FAILURE);
    expect((await ask(`/charges/${id}/events?order=reverse_chronological`)).body).toMatchObject({
      data: [{ data: EXPIRED }, {}],
    });
  });
});
