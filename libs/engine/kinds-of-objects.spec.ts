import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ENGINE = join('libs', 'engine');

/** Folders of resources whose names are words for other things too. */
const OTHER_MEANINGS = [
  'account',
  'capability',
  'cards',
  'chains',
  'events',
  'forex',
  'journal',
  'kinds',
  'links',
  'payment-methods',
  'schedules',
  'search',
  'sources',
  'test',
  'tokens',
  'transactions',
];

/** Files that still name kinds of objects. None may be added. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // The keys of all events.
  'events/rules/event-keys.ts': ['charge', 'customer', 'dispute', 'recipient', 'refund', 'transfer'],
  // A fault matches the metadata and the amount of the charge that a call or a webhook is about.
  'faults/request-calls.ts': ['charge'],
  'faults/webhook-calls.ts': ['charge'],
  // The request log knows what a request is about by its path.
  'request-log/request-owners.ts': ['charge', 'dispute', 'linked-account'],
  // The rows of a change lock their charge or linked account.
  'writes/write-statement.ts': ['charge', 'linked-account'],
};

const kinds = readdirSync(join('libs', 'resources'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !OTHER_MEANINGS.includes(entry.name))
  .map(({ name }) => name.replace(/s$/, ''));

/** The kinds that the code names, in any spelling; comments may. */
function kindsIn(code: string): string[] {
  const words = code
    .replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')
    .replaceAll(/transfer-encoding/gi, '')
    .toLowerCase();
  return kinds.filter((kind) => new RegExp(kind.replace('-', '[-_]?')).test(words));
}

const sources = readdirSync(ENGINE, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !/\.spec\.ts$|\btest\b/.test(file),
);

describe('the engine', () => {
  it('names no kind of object, but in the files that still do', () => {
    expect(kinds).toContain('refund');
    const named = sources
      .map((file) => [file, kindsIn(readFileSync(join(ENGINE, file), 'utf8'))] as const)
      .filter(([, names]) => names.length > 0);
    expect(Object.fromEntries(named)).toEqual(ALLOWED);
  });
});
