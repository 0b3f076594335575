import { targetOf } from './target.js';

const ENVIRONMENT = {
  TOLLGATE_API_URL: 'http://127.0.0.1:7400',
  TOLLGATE_VAULT_URL: 'https://vault.tollgate.example',
  TOLLGATE_PAY_URL: 'http://[::1]:7402',
};

describe('the target of a host', () => {
  it.each([
    ['api.omise.co', '127.0.0.1', 7400, false],
    ['API.omise.co.', '127.0.0.1', 7400, false],
    ['api.omise.co:443', '127.0.0.1', 7400, false],
    ['vault.omise.co', 'vault.tollgate.example', 443, true],
    ['pay.omise.co', '::1', 7402, false],
    ['link.omise.co', '::1', 7402, false],
    ['cdn2.omise.co', '::1', 7402, false],
    ['127.0.0.1:7400', '127.0.0.1', 7400, false],
    ['localhost:7400', '127.0.0.1', 7400, false],
    ['vault.tollgate.example:443', 'vault.tollgate.example', 443, true],
  ])('%s is %s, port %i, TLS: %s', (host, hostname, port, isTls) => {
    expect(targetOf(host, ENVIRONMENT)).toMatchObject({ hostname, port, isTls });
  });

  it.each([
    'www.omise.co',
    'omise.co',
    'api.omise.co.example',
    'xapi.omise.co',
    '127.0.0.1',
    '127.0.0.1:7403',
    'localhost:3000',
    'shop.example:443',
    '::1',
    '',
  ])('%s has none', (host) => {
    expect(targetOf(host, ENVIRONMENT)).toBeUndefined();
  });

  it('keeps the port in the Host header', () => {
    expect(targetOf('api.omise.co', ENVIRONMENT)).toMatchObject({ host: '127.0.0.1:7400' });
    expect(targetOf('vault.omise.co', ENVIRONMENT)).toMatchObject({ host: 'vault.tollgate.example' });
  });

  it.each([
    [undefined, 'TOLLGATE_VAULT_URL is not set'],
    ['', 'TOLLGATE_VAULT_URL is not set'],
    ['127.0.0.1:7401', 'must be an http or https address without a path'],
    ['ftp://127.0.0.1', 'must be an http or https address without a path'],
    ['http://127.0.0.1:7401/vault', 'must be an http or https address without a path'],
  ])('is an error for a processor’s name with the address %s', (address, problem) => {
    const found = targetOf('vault.omise.co', { ...ENVIRONMENT, TOLLGATE_VAULT_URL: address });
    expect((found as Error).message).toContain(`vault.omise.co is not called: TOLLGATE_VAULT_URL`);
    expect((found as Error).message).toContain(problem);
  });

  it('marks an address that has a processor’s name itself', () => {
    const named = { ...ENVIRONMENT, TOLLGATE_API_URL: 'https://api.omise.co' };
    expect(targetOf('api.omise.co', named)).toMatchObject({ isProcessorName: true, port: 443 });
    expect(targetOf('api.omise.co', ENVIRONMENT)).toMatchObject({ isProcessorName: false });
  });
});
