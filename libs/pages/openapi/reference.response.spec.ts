import express from 'express';
import request from 'supertest';
import { ReferencePage } from './reference.response.js';

const DOCUMENT = {
  info: { title: 'Shop', version: '1.0.0', description: 'The API of a `shop`.' },
  servers: [{ url: 'http://127.0.0.1:7400' }],
  tags: [],
  'x-tagGroups': [],
  paths: {},
  components: { schemas: {}, parameters: {}, securitySchemes: {} },
};

it('generates the page once for many requests', async () => {
  let times = 0;
  const page = new ReferencePage(
    () => {
      times += 1;
      return Promise.resolve(JSON.stringify(DOCUMENT));
    },
    { title: 'Other reference', url: 'http://127.0.0.1:7403/docs' },
    'http://127.0.0.1:7403',
  );
  const app = express().get('/docs', (req, res) => page.send(req, res));
  const answers = await Promise.all(
    ['gzip', 'identity', 'gzip'].map((encoding) =>
      request(app).get('/docs').set('Accept-Encoding', encoding).expect(200),
    ),
  );
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers[0]?.text).toContain('The API of a <code>shop</code>.');
  expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(['gzip', undefined, 'gzip']);
  expect(times).toBe(1);
});
