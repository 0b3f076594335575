import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentWith, environmentWithoutSettings, mayColour, withPreload } from './environment.js';
import { readSurroundings } from './surroundings.js';

const NAMES = [
  'TOLLGATE_CONTROL_URL',
  'TOLLGATE_SECRET_KEY',
  'CONTROL_URL',
  'CONTROL_PORT',
  'CONTROL_TOKEN',
  'DATABASE_URL',
  'NO_COLOR',
  'TERM',
];
const before = { ...process.env };

beforeEach(() => {
  for (const name of NAMES) delete process.env[name];
});

afterAll(() => Object.assign(process.env, before));

describe('what the environment says', () => {
  it('is the usual address where it says nothing', () => {
    expect(readSurroundings('/nowhere')).toMatchObject({
      controlUrl: 'http://127.0.0.1:7403',
      isUrlGiven: false,
      token: undefined,
      key: undefined,
    });
  });

  it('goes before a file, of which only names of Tollgate’s are read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-environment-'));
    writeFileSync(
      join(folder, '.env'),
      'CONTROL_PORT=8403\nCONTROL_TOKEN=kept\nDATABASE_URL=postgres://shop\nTOLLGATE_SECRET_KEY=skey_test_1\n',
    );
    process.env['CONTROL_TOKEN'] = 'set';
    const { controlUrl, token, key, values } = readSurroundings(join(folder, '.env'));
    expect({ controlUrl, token, key }).toEqual({
      controlUrl: 'http://127.0.0.1:8403',
      token: 'set',
      key: 'skey_test_1',
    });
    expect(values['DATABASE_URL']).toBeUndefined();
    rmSync(folder, { recursive: true });
  });

  it('is given to a program under test without what opens every sandbox', () => {
    Object.assign(process.env, { CONTROL_TOKEN: 'all', DATABASE_URL: 'postgres://shop' });
    const given = environmentWith('TOLLGATE_SANDBOX=ci-1\n');
    expect([given['CONTROL_TOKEN'], given['DATABASE_URL'], given['TOLLGATE_SANDBOX']]).toEqual([
      undefined,
      'postgres://shop',
      'ci-1',
    ]);
  });

  it.each(['plain', 'with a space', 'with "quotes" and \\'])(
    'has options of Node, to which a module in a folder %s is added',
    (name) => {
      const folder = mkdtempSync(join(tmpdir(), `${name}-`));
      const file = join(folder, 'preload.cjs');
      writeFileSync(file, 'console.log("loaded")');
      const options = withPreload('--max-semi-space-size=8', file);
      expect(options).toMatch(/^--max-semi-space-size=8 --require=/);
      const printed = execFileSync(process.execPath, ['-e', ''], { env: { NODE_OPTIONS: options } });
      expect(printed.toString()).toBe('loaded\n');
      rmSync(folder, { recursive: true });
    },
  );

  it('is given to a Tollgate of one’s own without settings, which are another program’s', () => {
    process.env['DATABASE_URL'] = 'postgres://shop';
    const given = environmentWithoutSettings();
    expect([given['DATABASE_URL'], given['PATH']]).toEqual([undefined, process.env['PATH']]);
  });

  it('has colours on a terminal, and none where NO_COLOR says so', () => {
    expect([mayColour({ isTTY: true }), mayColour({})]).toEqual([true, false]);
    process.env['NO_COLOR'] = '1';
    expect(mayColour({ isTTY: true })).toBe(false);
  });
});
