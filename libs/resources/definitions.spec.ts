import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_RESOURCES, objectsOf } from './api-resources.js';

const RESOURCES = join('libs', 'resources');
const MOST_LINES = 40;
const MOST_MEMBERS = 9;
const REQUIRED = ['kind', 'rows', 'views'];
/** The fewest kinds that need an optional member. A rarer need has a reader of its own. */
const FEWEST_USERS = 3;
const MOST_LINES_OF_RESOURCES = 200;

const definitions = readdirSync(RESOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.resource.ts'))
  .map((file) => [file, readFileSync(join(RESOURCES, file), 'utf8')] as const);
const objects = objectsOf(ALL_RESOURCES);

describe('the definition of a resource', () => {
  it('is in the list of all', () => {
    const named = definitions.flatMap(([, code]) =>
      [...code.matchAll(/kind: '(\w+)'/g)].map(([, kind]) => kind),
    );
    expect(objects.map(({ kind }) => kind).toSorted()).toEqual(named.toSorted());
    expect(new Set(named).size).toBe(named.length);
  });

  it.each(definitions)(`has at most ${MOST_LINES} lines: %s`, (_file, code) => {
    const [, body = ''] = /^export const \w+ = (defineResource\([^]*?^}\);)$/m.exec(code) ?? [];
    expect(body).not.toBe('');
    expect(body.split('\n').length).toBeLessThanOrEqual(MOST_LINES);
  });

  it.each(definitions)('is data, without classes and decorators: %s', (_file, code) =>
    expect(code).not.toMatch(/\bclass\b|\bextends\b|^\s*@/m),
  );

  it('has few members, and none that only one or two kinds need', () => {
    const optional = new Map<string, number>();
    for (const object of objects)
      for (const member of Object.keys(object))
        if (!REQUIRED.includes(member)) optional.set(member, (optional.get(member) ?? 0) + 1);
    expect(REQUIRED.length + optional.size).toBeLessThanOrEqual(MOST_MEMBERS);
    expect([...optional].filter(([, users]) => users < FEWEST_USERS)).toEqual([]);
  });
});

it(`what reads all resources has at most ${MOST_LINES_OF_RESOURCES} lines`, () => {
  const code = readFileSync(join('libs', 'engine', 'resources', 'resources.ts'), 'utf8');
  expect(code.split('\n').length).toBeLessThanOrEqual(MOST_LINES_OF_RESOURCES);
});
