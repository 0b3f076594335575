import express from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { JsonText, sendJsonTexts } from './json-text.js';

const STORED = { object: 'event', data: [], note: '$& "data":[] é' };
const text = JSON.stringify(STORED);

/** The response of an application whose route returns `body`. */
async function answerOf(body: unknown): Promise<{ text: string; type: string | null }> {
  const app = express();
  sendJsonTexts(app);
  app.get('/', (_req, res) => void res.json(body));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const answered = { text: await answer.text(), type: answer.headers.get('content-type') };
  server.close();
  return answered;
}

it.each<[string, (stored: object) => unknown]>([
  ['an answer', (stored) => stored],
  ['a list of one', (stored) => ({ object: 'list', data: [stored], location: '"data":[]', total: 1 })],
  [
    'a list of two, with its data at the end',
    (stored) => ({ object: 'list', location: '"data":[]', data: [stored, stored] }),
  ],
  ['a list beside what is no text', (stored) => ({ object: 'list', data: [stored, { object: 'event' }] })],
  ['an object inside another', (stored) => ({ object: 'charge', stored })],
  ['an empty list', () => ({ object: 'list', data: [] })],
  ['null', () => null],
])('%s has the same bytes if it contains stored text', async (_, bodyOf) => {
  const withText = await answerOf(bodyOf(JsonText.of(text)));
  expect(withText).toEqual({ text: JSON.stringify(bodyOf(STORED)), type: 'application/json; charset=utf-8' });
});
