import { createHmac } from 'node:crypto';
import { withoutWebhookSecret } from './shown-secret.js';

const BYTES = Buffer.from([251, 255, ...Buffer.from('a secret of a shop')]);
const SECRET = BYTES.toString('base64');
const mask = withoutWebhookSecret(SECRET);

describe('a webhook secret', () => {
  it.each([
    ['as it is', SECRET],
    ['as its bytes in hex', BYTES.toString('hex')],
    ['in an address', encodeURIComponent(SECRET)],
    ['in JSON of PHP', SECRET.replaceAll('/', String.raw`\/`)],
    ['in Base64', Buffer.from(SECRET).toString('base64').replace(/=+$/, '')],
  ])('is masked %s', (_, shown) => {
    expect(SECRET).toContain('/');
    expect(mask(`secret=${shown};`)).toMatch(/^secret=\[masked\].{0,2};$/);
  });

  it('leaves a signature that was made with it', () => {
    const signature = createHmac('sha256', BYTES).update('1.{}').digest('hex');
    expect(mask(signature)).toBe(signature);
  });
});
