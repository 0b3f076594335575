import { merchantCurl } from './merchant-curl';

const request = {
  method: 'GET',
  path: '/charges',
  host: 'api',
  livemode: false,
  query: {},
  parameters: null,
};

describe('a request as a command', () => {
  it('takes the key from a variable', () => {
    expect(merchantCurl(request)).toBe(
      `curl -s -X GET "$TOLLGATE_API_URL"'/charges' -u "$TOLLGATE_SECRET_KEY:"`,
    );
    expect(merchantCurl({ ...request, host: 'vault' })).toContain('-u "$TOLLGATE_PUBLIC_KEY:"');
    expect(merchantCurl({ ...request, host: 'pay', path: '/api/sessions' })).toBe(
      `curl -s -X GET "$TOLLGATE_PAY_URL"'/api/sessions' -u "$TOLLGATE_SECRET_KEY:"`,
    );
    expect(merchantCurl({ ...request, livemode: true })).toContain('-u "$TOLLGATE_LIVE_SECRET_KEY:"');
  });

  it('has parameters within parameters', () => {
    const query = { filters: { amount: '100' }, expand: ['source', 'card'] };
    expect(merchantCurl({ ...request, query })).toContain(
      `'/charges?filters%5Bamount%5D=100&expand%5B%5D=source&expand%5B%5D=card'`,
    );
  });

  it('runs nothing of what a merchant wrote', () => {
    const path = '/charges/$(id)`id`\'"';
    const hostile = merchantCurl({ ...request, path, parameters: { description: "it's $(id)" } });
    expect(hostile).toContain(`"$TOLLGATE_API_URL"'/charges/$(id)\`id\`'\\''"'`);
    expect(hostile).toContain(`-d '{"description":"it'\\''s $(id)"}'`);
  });
});
