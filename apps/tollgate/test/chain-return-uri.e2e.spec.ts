import { useGateway } from './harness.js';

const gateway = useGateway();
const CHAIN = 'https://shop.example/chain';

/** `chain_return_uri` with keys of both modes, in the versions that have it. */
const shown = async (answers: PromiseLike<{ body: unknown }>[]): Promise<unknown[]> =>
  (await Promise.all(answers)).map(({ body }) => (body as { chain_return_uri?: unknown }).chain_return_uri);

describe('chain_return_uri of the account', () => {
  it('is stored as sent, in both modes and in 2017-11-02, until it is cleared', async () => {
    const shop = await gateway.account();
    expect(await shown([shop.get('/account')])).toEqual([null]);
    const set = await shop.patch('/account', { chain_return_uri: CHAIN });
    expect(set.body).toMatchObject({ object: 'account', chain_return_uri: CHAIN });
    await shop.patch('/account', { zero_interest_installments: true });
    const older = shop.get('/account').set('Omise-Version', '2017-11-02');
    expect(await shown([shop.get('/account'), shop.get('/account', {}, 'live'), older])).toEqual([
      CHAIN,
      CHAIN,
      CHAIN,
    ]);
    expect(await shown([shop.patch('/account', { chain_return_uri: '' })])).toEqual([null]);
    expect(await shown([shop.get('/account')])).toEqual([null]);
  });

  it.each([['nowhere'], ['ftp://shop.example'], [`https://shop.example/${'x'.repeat(2_048)}`]])(
    'must be an address, not %.20s',
    async (uri) => {
      const shop = await gateway.account();
      const { status, body } = await shop.patch('/account', { chain_return_uri: uri });
      const message = 'chain_return_uri must be an absolute http or https URL';
      expect({ status, ...(body as object) }).toMatchObject({ status: 400, code: 'bad_request', message });
      expect(await shown([shop.get('/account')])).toEqual([null]);
    },
  );
});
