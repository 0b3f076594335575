import { targetOf } from './inbox-target.js';

const SETTINGS = { controlUrl: 'http://localhost:7403', inboxUrl: 'http://proxy:7403' };

describe('targetOf', () => {
  it.each([
    ['http://localhost:7403/inbox/ci-1/0123', 'http://proxy:7403/inbox/ci-1/0123'],
    ['HTTP://LOCALHOST:7403/inbox/ci-1/0123?a=b', 'http://proxy:7403/inbox/ci-1/0123?a=b'],
  ])('sends webhooks of the inbox %s to %s, with the host of CONTROL_URL', (uri, url) => {
    expect(targetOf(uri, SETTINGS)).toEqual({ url, host: 'localhost:7403' });
  });

  it.each([
    'http://localhost:7403/api/sandboxes',
    'http://localhost:7403/inbox',
    'http://localhost:740/inbox/ci-1/0123',
    'http://localhost/inbox/ci-1/0123',
    'https://localhost:7403/inbox/ci-1/0123',
    'http://localhost:7403/inbox/../api/sandboxes',
    'http://shop.example/inbox/ci-1/0123',
  ])('sends others to their address: %s', (uri) => {
    expect(targetOf(uri, SETTINGS)).toEqual({ url: uri });
  });

  it('follows a CONTROL_URL with a path behind a proxy', () => {
    const settings = { controlUrl: 'https://tools.example/tollgate', inboxUrl: 'http://control:7403' };
    expect(targetOf('https://tools.example/tollgate/inbox/ci-1/0123', settings)).toEqual({
      url: 'http://control:7403/inbox/ci-1/0123',
      host: 'tools.example',
    });
  });

  it('sends all webhooks to their addresses without INBOX_URL', () => {
    const uri = 'http://localhost:7403/inbox/ci-1/0123';
    expect(targetOf(uri, { ...SETTINGS, inboxUrl: undefined })).toEqual({ url: uri });
  });
});
