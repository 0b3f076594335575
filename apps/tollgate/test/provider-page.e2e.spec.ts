import request from 'supertest';
import { useGateway } from './harness.js';

const gateway = useGateway();

describe('the frame page for old copies of the browser library', () => {
  const open = (path: string): request.Test => request(gateway.settings.vaultUrl).get(path);

  it('is on the vault, for every site, and runs only its own script', async () => {
    const { status, headers, text } = await open('/provider');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      'frame-ancestors http: https:',
    ]);
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' });
    expect(headers['x-frame-options']).toBeUndefined();
    const [, script] = /<script src="([^"]+)">/.exec(text) ?? [];
    expect((await open(`/${script}`)).headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  it('does not repeat its query', async () => {
    const plain = await open('/provider');
    const asked = await open('/provider').query({
      xdm_e: '"><script>alert(1)</script>',
      xdm_c: "';alert(2)//",
      xdm_p: '1',
    });
    expect(asked.text).toBe(plain.text);
    expect(asked.headers['content-security-policy']).toBe(plain.headers['content-security-policy']);
  });
});
