import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import request from 'supertest';
import { useGateway } from './harness.js';

const LINK = /\]\(([^)\s#]+)(?:#[^)]*)?\)/g;
const FENCED = /^```.*?^```/gms;

const gateway = useGateway();
const control = (): string => gateway.settings.controlUrl;
const PAGES = readdirSync('docs', { encoding: 'utf8', recursive: true }).filter((name) =>
  name.endsWith('.md'),
);

const linksIn = (text: string): string[] =>
  Array.from(text.replaceAll(FENCED, '').matchAll(LINK), ([, link = '']) => link);

describe('the guides of the control host', () => {
  it('have an index with a title, a summary and sections of described links', async () => {
    const { text, headers } = await request(control()).get('/llms.txt').expect(200);
    expect(headers).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const [title, , summary] = text.split('\n');
    expect([title, summary]).toEqual([
      `# Tollgate ${version}`,
      '> Tollgate emulates the Omise (Opn Payments) API: requests, objects, states, errors, pages, events and signed webhooks.',
    ]);
    expect(Array.from(text.matchAll(/^## (.+)$/gm), ([, section]) => section)).toEqual([
      'Reference',
      'Use it',
      'Test with it',
      'Run it',
    ]);
    const items = text.split('\n').filter((line) => line.startsWith('- '));
    expect(items.filter((item) => !/^- \[[^\]]+\]\(http[^)]+\): \S.*$/.test(item))).toEqual([]);
    expect(items).toContain(
      `- [exam.md](${control()}/docs/exam.md): Examine a shop: forged, repeated, late and reordered webhooks`,
    );
    expect(items).toContain(
      `- [Node](${control()}/docs/clients/node.md): \`omise\` on npm, and any other program of Node that calls the processor by name.`,
    );
    expect(items.length).toBeGreaterThan(40);
  });

  it('have an index whose links lead to pages and documents', async () => {
    const { text } = await request(control()).get('/llms.txt').expect(200);
    for (const link of linksIn(text)) expect([link, (await fetch(link)).status]).toEqual([link, 200]);
  });

  it.each(PAGES)('have docs/%s, whose links lead to other guides', async (page) => {
    const { text, headers } = await request(control()).get(`/docs/${page}`).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    expect(text.split('\n')[0]).toBe(readFileSync(`docs/${page}`, 'utf8').split('\n')[0]);
    const dead = linksIn(text)
      .filter((link) => !/^[a-z]+:/.test(link))
      .map((link) => posix.join(posix.dirname(page), link))
      .filter((link) => !PAGES.includes(link));
    expect(dead).toEqual([]);
  });

  it('show a link to a file that is not installed as text', async () => {
    expect(readFileSync('docs/ci.md', 'utf8')).toContain('](../examples/shop.mjs)');
    const { text } = await request(control()).get('/docs/ci.md').expect(200);
    expect(text).toContain('examples/shop.mjs');
    expect(text).not.toContain('](../examples');
  });

  it.each([
    '/docs/nothing.md',
    '/docs/..%2Fpackage.json',
    '/docs/..%2FREADME.md',
    '/docs/clients%2F..%2F..%2FREADME.md',
    '/docs/%2e%2e/README.md',
    '/docs/images/pay-page.png',
    '/docs/clients',
    '/docs/..%5CREADME.md',
  ])('have no %s', async (path) => {
    const answer = await fetch(`${control()}${path}`);
    expect([path, answer.status]).toEqual([path, 404]);
  });

  it('are linked from both references', async () => {
    const { baseUrl, controlUrl } = gateway.settings;
    for (const host of [baseUrl, controlUrl]) {
      const { text } = await request(host).get('/docs').expect(200);
      expect(text).toContain(`<a href="${controlUrl}/llms.txt">guides</a>`);
    }
  });
});
