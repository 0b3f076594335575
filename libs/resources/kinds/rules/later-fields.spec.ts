import { readFileSync } from 'node:fs';
import { ANY, type Difference } from '#engine/versions/rules/difference.js';
import type { OlderVersion } from '#engine/versions/rules/render.js';
import { DIFFERENCES, VERSIONS } from './older-versions.js';

/**
 * Fields that were added after 2015-11-17 had come, which a typed client of that version reads
 * (docs/fidelity.md V13).
 */
const ADDED: Readonly<Record<string, string>> = {
  charge:
    'branch capturable device disputable expired expires_at expired_at funding_amount funding_currency link paid_at refundable ' +
    'reversed_at reversible schedule terminal voided',
  card: 'first_digits phone_number state street1 street2 tokenization_method',
  token: 'charge_status',
  refund: 'livemode metadata funding_amount funding_currency voided',
  recipient: 'activated_at default metadata schedule verified_at',
  transfer: 'metadata schedule',
  link: 'deleted',
  schedule: 'deleted ended_at active',
  scheduled_charge: 'object id livemode metadata',
  scheduled_transfer: 'object id livemode',
  account:
    'api_version auto_activate_recipients chain_enabled chain_return_uri country metadata_export_keys webhook_uri',
  bank_account: 'bank_code branch_code',
  dispute: 'admin_message metadata',
  document: 'deleted download_uri',
};

const OLDER = Object.keys(DIFFERENCES) as OlderVersion[];
const VERSIONS_AND_KINDS = OLDER.flatMap((version) =>
  Object.keys(ADDED).map((kind): [OlderVersion, string] => [version, kind]),
);

/** An object of that kind with all of those fields. */
function objectOf(kind: string): { object: string; [field: string]: unknown } {
  const fields = ADDED[kind]?.split(' ').filter((field) => field !== 'object') ?? [];
  return {
    object: kind,
    ...Object.fromEntries(fields.map((field) => [field, field === 'deleted' ? false : null])),
  };
}

describe.each(VERSIONS_AND_KINDS)('the %s rendering of a %s', (version, kind) => {
  const view = objectOf(kind);
  const expected: unknown = expect.objectContaining(view);

  it('has the fields that were added later', () => {
    expect(VERSIONS.render(view, version)).toEqual(expected);
  });

  it('is the same in a list, in another object and in an event', () => {
    expect(VERSIONS.render({ object: 'list', data: [view] }, version)).toEqual({
      object: 'list',
      data: [expected],
    });
    expect(VERSIONS.render({ object: 'holder', held: view }, version)).toEqual({
      object: 'holder',
      held: expected,
    });
    expect(VERSIONS.renderEvent({ object: 'event', data: view }, version)).toEqual({
      object: 'event',
      data: expected,
    });
  });
});

describe('the tables of docs/fidelity/version-tables.md', () => {
  const named = (name: string | null): string => (name === null ? 'none' : `\`${name}\``);
  const row = ({ object, later, earlier, form }: Difference): string =>
    `| ${object === ANY ? 'every object' : object} | ${named(later)} | ${named(earlier)}${form === undefined ? '' : `, ${form}`} |`;

  it.each([
    ['2017-11-02', '2019-05-29'],
    ['2015-11-17', '2017-11-02'],
    ['2014-07-27', '2015-11-17'],
  ] as const)('name the differences of %s from %s', (version, later) => {
    const lines = readFileSync('docs/fidelity/version-tables.md', 'utf8').split('\n');
    const begin = lines.indexOf(`| object | in ${later} | in ${version} |`);
    const length = lines.slice(begin).findIndex((line) => !line.startsWith('|'));
    expect(lines.slice(begin + 2, begin + length)).toEqual(DIFFERENCES[version].map(row));
  });
});
