import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CATALOGUE, EARNED, flowsAbout } from './catalogue.js';

const EXCHANGES = CATALOGUE.flatMap(({ exchanges }) => exchanges);

it('asks for errors of every resource beside its successes', () => {
  const refused = new Set(
    CATALOGUE.flatMap(({ resource, exchanges }) =>
      exchanges
        .filter(({ key, row }) => key === 'none' || key === 'unknown' || row === 'E6' || row === 'K3')
        .map((exchange) => exchange.resource ?? resource),
    ),
  );
  const all = CATALOGUE.flatMap(({ resource, exchanges }) =>
    exchanges.map((exchange) => exchange.resource ?? resource),
  );
  expect([...new Set(all)].filter((resource) => !refused.has(resource))).toEqual(['versions']);
});

it('has unique names, and saves every ID in the flow that uses it', () => {
  const names = CATALOGUE.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name: flow, exchanges } of [...CATALOGUE, { name: 'earned', exchanges: EARNED }]) {
    expect(new Set(exchanges.map(({ name }) => name)).size).toBe(exchanges.length);
    const saved = new Set<string>();
    for (const { name, request, body, save = {} } of exchanges) {
      const used = Array.from(JSON.stringify([request, body]).matchAll(/\{(\w+)\}/g), ([, id = '']) => id);
      expect({ flow, name, missing: used.filter((id) => !saved.has(id)) }).toEqual({
        flow,
        name,
        missing: [],
      });
      for (const id of Object.keys(save)) saved.add(id);
    }
  }
});

it('deletes the schedules, recipients, links and customers that it makes', () => {
  for (const { exchanges } of CATALOGUE) {
    const made = exchanges.filter(
      ({ request, save }) =>
        /^POST \/(schedules|recipients|links|customers)$/.test(request) && save !== undefined,
    );
    const deleted = exchanges
      .map(({ request }) => request)
      .filter((request) => request.startsWith('DELETE '));
    for (const { name, save = {} } of made)
      expect({ name, isDeleted: deleted.some((each) => each.includes(`{${Object.keys(save)[0]}}`)) }).toEqual(
        {
          name,
          isDeleted: true,
        },
      );
  }
});

it('names rows of docs/fidelity', () => {
  const folder = join('docs', 'fidelity');
  const text = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  const named = EXCHANGES.flatMap(({ row, rows = {} }) => [row, ...Object.values(rows)]);
  expect([...new Set(named)].filter((row) => !text.includes(`- **${row}** `))).toEqual([]);
});

it('selects the flows of a resource, and rejects an unknown one', () => {
  expect(flowsAbout(['forex']).map(({ name }) => name)).toEqual(['forex']);
  expect(flowsAbout(undefined)).toBe(CATALOGUE);
  expect(() => flowsAbout(['forex', 'planets'])).toThrow(/--only planets: use some of account, /);
});
