import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Option } from './operation.js';
import { bodyOf, contentOf, queryOf, type Given } from './parameters.js';

const MEBIBYTE = 1024 * 1024;
const option = (name: string, kind: Option['kind'] = 'text'): Option => ({ name, kind });

/** The pairs of a form with these options. */
function pairs(options: readonly Option[], given: Given, data: readonly string[] = []): string[][] {
  return [...(bodyOf({ type: 'form', options }, given, data) as URLSearchParams)].map((pair) => [...pair]);
}

describe('parameters of a call', () => {
  it('are the pairs of a form', () => {
    expect(pairs([option('by'), option('dry_run', 'flag')], { by: '7d', dry_run: true })).toEqual([
      ['by', '7d'],
      ['dry_run', 'true'],
    ]);
  });

  it('have their parts in brackets, however deep', () => {
    const given = { match: ['route=POST /charges', 'metadata[order]=1042'] };
    expect(pairs([option('match', 'parts')], given)).toEqual([
      ['match[route]', 'POST /charges'],
      ['match[metadata][order]', '1042'],
    ]);
  });

  it('may be a whole where they may have parts: the id of a source', () => {
    expect(pairs([option('source', 'parts')], { source: ['src_test_1'] })).toEqual([
      ['source', 'src_test_1'],
    ]);
  });

  it('are a list where there are several', () => {
    expect(pairs([option('order', 'list')], { order: ['a', 'b'] })).toEqual([
      ['order[]', 'a'],
      ['order[]', 'b'],
    ]);
    expect(pairs([option('order', 'list')], { order: ['reversed'] })).toEqual([['order', 'reversed']]);
  });

  it('are JSON where they have parts, and empty where that has nothing', () => {
    const given = {
      match: ['{ "route": "POST /charges", "metadata": { "order": 1042, "note": null } }'],
      metadata: ['{}'],
    };
    expect(pairs([option('match', 'parts'), option('metadata', 'parts')], given)).toEqual([
      ['match[route]', 'POST /charges'],
      ['match[metadata][order]', '1042'],
      ['match[metadata][note]', ''],
      ['metadata', ''],
    ]);
    expect(pairs([option('order', 'list')], { order: ['["a","b"]'] })).toEqual([
      ['order[0]', 'a'],
      ['order[1]', 'b'],
    ]);
    expect(() => pairs([option('match', 'parts')], { match: ['{route}'] })).toThrow('{route} is not JSON');
  });

  it('are a list of what has parts, once for each or as JSON', () => {
    const options = [option('rates', 'items')];
    const expected = [
      ['rates[0][currency]', 'USD'],
      ['rates[0][rate]', '36.5'],
      ['rates[1][currency]', 'EUR'],
      ['rates[1][rate]', '40'],
    ];
    const [usd, eur] = ['{"currency":"USD","rate":"36.5"}', '{"currency":"EUR","rate":40}'];
    expect(pairs(options, { rates: ['currency=USD,rate=36.5', 'currency=EUR,rate=40'] })).toEqual(expected);
    expect(pairs(options, { rates: [`[${usd},${eur}]`] })).toEqual(expected);
    expect(pairs(options, { rates: ['currency=USD,rate=36.5', eur] })).toEqual(expected);
    expect(pairs(options, { rates: ['[]'] })).toEqual([['rates', '']]);
    expect(pairs(options, {})).toEqual([]);
    expect(() => pairs(options, { rates: ['USD'] })).toThrow('"USD" must be name=value');
  });

  it('have their parts in a query too', () => {
    expect([...queryOf([option('filters', 'parts')], { filters: ['captured=true'] })]).toEqual([
      ['filters[captured]', 'true'],
    ]);
  });

  it('are also said as curl sends them', () => {
    expect(pairs([], {}, ['do[status]=503', 'name=a=b'])).toEqual([
      ['do[status]', '503'],
      ['name', 'a=b'],
    ]);
    expect(() => pairs([], {}, ['nothing'])).toThrow('"nothing" must be name=value');
  });

  it('are left out unless they are given', () => {
    expect(queryOf([option('limit'), option('after')], { limit: '5' }).toString()).toBe('limit=5');
  });

  it('are read from a file behind @, so that no secret is an argument', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-parameters-'));
    writeFileSync(join(folder, 'number'), '4242424242424242');
    expect(pairs([option('number')], { number: `@${join(folder, 'number')}` })).toEqual([
      ['number', '4242424242424242'],
    ]);
    rmSync(folder, { recursive: true });
    expect(() => pairs([option('number')], { number: '@/nowhere/at/all' })).toThrow(
      'cannot read /nowhere/at/all',
    );
  });
});

describe('the contents of a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-contents-'));
  const file = join(folder, 'file');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are read up to their limit', () => {
    writeFileSync(file, 'x'.repeat(MEBIBYTE + 1));
    expect(contentOf(file, MEBIBYTE + 1)).toHaveLength(MEBIBYTE + 1);
    expect(() => contentOf(file, MEBIBYTE)).toThrow('it is too large (maximum is 1048576 bytes)');
  });

  it('are rejected if they have no end', () => {
    expect(() => contentOf('/dev/zero', MEBIBYTE)).toThrow(
      'cannot read /dev/zero: it is too large (maximum is 1048576 bytes)',
    );
  });
});
