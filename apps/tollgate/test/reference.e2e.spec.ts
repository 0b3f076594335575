import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import request from 'supertest';
import { CONTROL_DOCUMENT, DOCUMENT } from '../../../proof/contract/contract.js';
import { useGateway } from './harness.js';

/** Bytes of a page, compressed. */
const MAX_PAGE_SIZE = 200_000;

interface Documented {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly 'x-tollgate-command'?: string;
}

const gateway = useGateway();

const htmlAt = async (host: 'baseUrl' | 'controlUrl'): Promise<string> =>
  (await request(gateway.settings[host]).get('/docs').expect(200)).text;

const matches = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, found = '']) => found);

const kebab = (name: string): string =>
  name
    .replaceAll(/(?<=[a-z])([A-Z])/g, '-$1')
    .replaceAll(/[._ ]/g, '-')
    .toLowerCase();

describe.each([
  ['API', 'baseUrl', DOCUMENT],
  ['control API', 'controlUrl', CONTROL_DOCUMENT],
] as const)('the reference page of the %s', (_, host, document) => {
  const operations = Object.values(document.paths).flatMap((item) =>
    Object.entries(item as unknown as Readonly<Record<string, Documented>>)
      .filter(([verb]) => verb !== 'servers')
      .map(([, operation]) => operation),
  );

  it('has a stable id for each operation, schema and error', async () => {
    const text = await htmlAt(host);
    const ids = matches(text, / id="([^"]*)"/g);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const articles = matches(text, /<article class="\w+" id="([^"]*)"/g);
    expect(articles).toEqual(
      expect.arrayContaining([
        ...operations.map(({ operationId }) => kebab(operationId)),
        ...Object.keys((document.components as unknown as { schemas: object }).schemas).map(
          (name) => `schema-${kebab(name)}`,
        ),
        'error-bad-request',
        'error-not-found',
      ]),
    );
    expect(operations.length).toBeGreaterThan(100);
    for (const id of articles) expect(text).toContain(`<a class="anchor" href="#${id}"`);
  });

  it('links only to what is there', async () => {
    const text = await htmlAt(host);
    const ids = new Set(matches(text, / id="([^"]*)"/g));
    const links = matches(text, / href="([^"]*)"/g);
    expect(links.filter((link) => link.startsWith('#') && !ids.has(link.slice(1)))).toEqual([]);
    const elsewhere = [...new Set(links.filter((link) => !link.startsWith('#')))];
    const { baseUrl, controlUrl } = gateway.settings;
    const other = host === 'baseUrl' ? controlUrl : baseUrl;
    expect(elsewhere).toEqual([
      expect.stringMatching(/^data:image\/svg\+xml,%3Csvg/),
      '/openapi.json',
      `${other}/docs`,
      `${controlUrl}/llms.txt`,
    ]);
    await request(gateway.settings[host]).get('/openapi.json').expect(200);
    await request(other).get('/docs').expect(200);
  });

  it('runs its own script and style sheet alone, and is compressed', async () => {
    const { text, headers } = await request(gateway.settings[host]).get('/docs').expect(200);
    const hashOf = (content = ''): string =>
      `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
    const [script] = matches(text, /<script>([^]*?)<\/script>/g);
    const [style] = matches(text, /<style>([^]*?)<\/style>/g);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-security-policy']?.split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${hashOf(script)}`,
      `style-src ${hashOf(style)}`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(text.match(/ src=| style="| on\w+="/g)).toBeNull();
    expect(gzipSync(text).length).toBeLessThan(MAX_PAGE_SIZE);
    const plain = await request(gateway.settings[host]).get('/docs').set('Accept-Encoding', 'identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.text).toBe(text);
  });
});

const sections = (text: string): string[] => matches(text, /<section class="tag" id="([^"]*)"/g);

describe('the order of the reference', () => {
  it('begins with charges, and ends with pages, scripts and probes', async () => {
    const text = await htmlAt('baseUrl');
    const found = sections(text);
    expect(found.slice(0, 6)).toEqual([
      'charges',
      'sources',
      'tokens',
      'customers',
      'customer-cards',
      'refunds',
    ]);
    const [, last = ''] = text.split('<p class="group-name">Pages, scripts and probes</p>');
    const withKey = Object.values(DOCUMENT.paths)
      .flatMap((item) => Object.values(item as unknown as Readonly<Record<string, Partial<Documented>>>))
      .flatMap(({ tags = [], security = [] }) => (security.length > 0 ? tags : []))
      .map(kebab);
    expect(sections(last)).toEqual(found.filter((tag) => !withKey.includes(tag)));
    expect(sections(last)).toEqual(expect.arrayContaining(['authorizations', 'browser', 'health']));
    expect(last).not.toContain('<p class="group-name">');
    expect(found.indexOf('accounts')).toBeGreaterThan(found.indexOf('transfers'));
    expect(text).not.toContain('<p class="group-name">Other</p>');
  });

  it('begins with sandboxes on the control host, before the emulated API', async () => {
    const text = await htmlAt('controlUrl');
    const found = sections(text);
    expect(found[0]).toBe('sandboxes');
    expect(found.indexOf('charges')).toBeGreaterThan(found.indexOf('timeline'));
    expect(text).not.toContain('<p class="group-name">Other</p>');
  });
});

describe('an operation of the reference', () => {
  const articleOf = (text: string, id: string): string =>
    new RegExp(`<article class="operation" id="${id}">[^]*?</article>`).exec(text)?.[0] ?? '';

  it('shows parameters, response, errors and a request', async () => {
    const article = articleOf(await htmlAt('baseUrl'), 'charges-create');
    for (const part of [
      '<code>/charges</code>',
      'Key: secret key.',
      'id="charges-create.body.amount"',
      '<a href="#schema-charge">Charge</a>',
      '<a href="#error-used-token">used_token</a>',
      '<a href="#parameter-idempotency-key">IdempotencyKey</a>',
      `curl ${gateway.settings.baseUrl}/charges -u skey_test_tollgate: -d amount=100000`,
    ])
      expect(article).toContain(part);
  });

  it('shows its command and a request on the control host', async () => {
    const text = await htmlAt('controlUrl');
    const reference = readFileSync('docs/cli-commands.md', 'utf8').split('\n');
    const called = Object.entries(CONTROL_DOCUMENT.paths)
      .filter(([path]) => path.startsWith('/api/'))
      .flatMap(([, item]) => Object.values(item as unknown as Readonly<Record<string, Documented>>));
    for (const { operationId, 'x-tollgate-command': command = 'none' } of called) {
      expect(reference).toContain(command);
      const article = articleOf(text, kebab(operationId));
      expect(article).toContain(
        `<code class="command">${command.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</code>`,
      );
      expect(article).toContain('<code>curl ');
    }
    expect(called.length).toBeGreaterThan(100);
  });
});
