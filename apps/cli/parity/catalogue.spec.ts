import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPENAPI } from '#pages/openapi/generated/openapi.js';
import { CATALOGUE, EARNED, flowsAbout } from './catalogue.js';

const EXCHANGES = CATALOGUE.flatMap(({ exchanges }) => exchanges);

/** Operations that are not asked, or tags of such operations, and the reason. */
const NOT_ASKED: Readonly<Record<string, string>> = {
  'Accounts.updateVersion': 'would change the version of the account for good',
  'Chains.create': 'of Tollgate only',
  'CodeDocuments.download': 'at an address that the service chooses',
  'DisputeDocuments.download': 'at an address that the service chooses',
  Authorizations: 'pages for customers',
  'Checkout Pages': 'pages for customers',
  'Link Pages': 'pages for customers',
  Registrations: 'pages for customers',
  Shop: 'of Tollgate only',
  Browser: 'a script and its form',
  Provider: 'for the browser library',
  'Open Api': 'of Tollgate only',
  Root: 'of Tollgate only',
  Health: 'of Tollgate only',
};

interface Operation {
  readonly id: string;
  readonly tag: string;
  readonly host: string;
  /** Of its requests. */
  readonly pattern: RegExp;
}

function operations(): Operation[] {
  interface Documented {
    operationId?: string;
    tags: string[];
  }
  type Path = { servers?: { url: string }[] } & Record<string, Documented>;
  const { paths } = OPENAPI as { paths: Record<string, Path> };
  return Object.entries(paths).flatMap(([path, { servers, ...methods }]) =>
    Object.entries(methods).flatMap(([method, { operationId: id, tags }]) =>
      id === undefined
        ? []
        : [
            {
              id,
              tag: tags[0] ?? '',
              host: /\{(\w+)_url\}/.exec(servers?.[0]?.url ?? '')?.[1] ?? 'api',
              pattern: new RegExp(
                `^${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '(?!schedules|open|pending|closed)[^/?]+')}(?:\\?|$)`,
              ),
            },
          ],
    ),
  );
}

it('asks for every operation of the document, or has a reason not to', () => {
  const isAsked = ({ host, pattern }: Operation): boolean =>
    EXCHANGES.some((exchange) => (exchange.host ?? 'api') === host && pattern.test(exchange.request));
  const isExcused = ({ id, tag }: Operation): boolean => id in NOT_ASKED || tag in NOT_ASKED;
  const known = operations();
  expect(known.filter((each) => isAsked(each) === isExcused(each)).map(({ id }) => id)).toEqual([]);
  const named = new Set(known.flatMap(({ id, tag }) => [id, tag]));
  expect(Object.keys(NOT_ASKED).filter((each) => !named.has(each))).toEqual([]);
});

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

it('selects the flows of a resource, and refuses an unknown one', () => {
  expect(flowsAbout(['forex']).map(({ name }) => name)).toEqual(['forex']);
  expect(flowsAbout(undefined)).toBe(CATALOGUE);
  expect(() => flowsAbout(['forex', 'planets'])).toThrow(/--only planets: use some of account, /);
});
