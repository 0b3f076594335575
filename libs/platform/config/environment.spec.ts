import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentWarnings, loadEnvironment } from './environment.js';
import { SettingError } from './setting-error.js';

describe('loadEnvironment', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-environment-'));
  const file = join(folder, '.env');
  const before = { ...process.env };

  beforeEach(() => {
    delete process.env.API_PORT;
    delete process.env.DATA_DIR;
  });

  afterEach(() => {
    process.env = { ...before };
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('is the environment of the process when there is no file', () => {
    process.env.API_PORT = '8080';
    expect(loadEnvironment(join(folder, 'none')).API_PORT).toBe('8080');
  });

  it('adds what the file says', () => {
    writeFileSync(file, '# ports\nAPI_PORT=8081\nDATA_DIR="/var/lib/toll gate"\n');
    expect(loadEnvironment(file)).toMatchObject({
      API_PORT: '8081',
      DATA_DIR: '/var/lib/toll gate',
      PATH: process.env.PATH,
    });
  });

  it('goes by the process where both say something', () => {
    process.env.API_PORT = '8080';
    writeFileSync(file, 'API_PORT=8081\nDATA_DIR=data\n');
    expect(loadEnvironment(file)).toMatchObject({ API_PORT: '8080', DATA_DIR: 'data' });
  });

  it.each(['NODE_ENV', 'PORT', 'APIPORT', 'api_port', 'SKEY', 'MY_COMPOSE_FILE', 'TOLLGATE_PORT'])(
    'ignores %s, which is no setting',
    (name) => {
      writeFileSync(file, `API_PORT=8081\n${name}=hunter2\n`);
      const environment = loadEnvironment(file);
      expect(environment[name]).toBe(process.env[name]);
      expect(environment.API_PORT).toBe('8081');
    },
  );

  it('ignores values of several lines, and names without a value', () => {
    writeFileSync(
      file,
      'KEY="-----BEGIN KEY-----\nno line of ours\nAPI_PORT=1\n-----END KEY-----"\nexport HOME\nTITLE=\'tis\nAPI_PORT=8081\n',
    );
    const environment = loadEnvironment(file);
    expect([environment.API_PORT, environment.KEY, environment.TITLE]).toEqual([
      '8081',
      undefined,
      undefined,
    ]);
  });

  it('ignores lines that are no NAME=value, such as those of an unquoted key', () => {
    writeFileSync(
      file,
      'KEY=-----BEGIN KEY-----\nMIIEvQIBADANBg/hunter2\n"tis\nq83vEg==\n-----END KEY-----\n=8082\nAPI_PORT=8081\n',
    );
    expect(loadEnvironment(file).API_PORT).toBe('8081');
    expect(environmentWarnings(file)).toEqual([
      `${file} has names of other programs; Tollgate reads API_PORT from it (docs/settings.md)`,
    ]);
  });

  it('ignores a folder, such as a virtual environment of Python', () => {
    expect(loadEnvironment(folder)).toEqual(loadEnvironment(join(folder, 'none')));
    expect(environmentWarnings(folder)).toEqual([]);
  });

  it('ignores a path below a file', () => {
    writeFileSync(file, 'API_PORT=8081\n');
    expect(loadEnvironment(join(file, '.env'))).toEqual(loadEnvironment(join(folder, 'none')));
  });

  it('leaves what a sandbox’s environment says to those whom it is for', () => {
    writeFileSync(
      file,
      'TOLLGATE_SANDBOX=ci-1\nTOLLGATE_LIVE_SECRET_KEY=skey_1\nTOLLGATE_WEBHOOK_SECRET=c2VjcmV0\n',
    );
    expect(loadEnvironment(file)).toMatchObject({ TOLLGATE_SANDBOX: 'ci-1' });
  });

  it('lets the file hold what docker compose reads from it', () => {
    writeFileSync(file, 'COMPOSE_PROJECT_NAME=tollgate\nPOSTGRES_PASSWORD=hunter2\nBIND_ADDRESS=127.0.0.1\n');
    expect(loadEnvironment(file)).toMatchObject({
      COMPOSE_PROJECT_NAME: 'tollgate',
      BIND_ADDRESS: '127.0.0.1',
    });
  });

  it.each([
    [
      'a setting without =',
      'API_PORT=8081\n\n# hm\nVAULT_PORT 8082\n',
      'line 4 has no "="; write NAME=value, or begin a comment with #',
    ],
    [
      'a quote that swallows what follows',
      'LOG_LEVEL="warn\nDATA_DIR="data"\n',
      'line 1 has a value without a closing "',
    ],
  ])('rejects %s by its number, without its text', (_, text, problem) => {
    writeFileSync(file, text);
    expect(() => loadEnvironment(file)).toThrow(new SettingError(file, problem));
  });

  it('takes comments, empty lines, exports, quotes and empty values', () => {
    writeFileSync(
      file,
      '\uFEFF  # ports\r\n\r\n  export API_PORT = "8081" # mine\r\nDATA_DIR=\'a=b\'\r\nWEBHOOK_URL=\r\n',
    );
    expect(loadEnvironment(file)).toMatchObject({ API_PORT: '8081', DATA_DIR: 'a=b' });
  });
});

describe('environmentWarnings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-warnings-'));
  const file = join(folder, '.env');

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['settings alone', 'API_PORT=8081\nCOMPOSE_PROJECT_NAME=shop\nTOLLGATE_SANDBOX=ci-1\n'],
    ['other names alone', 'NODE_ENV=production\nPORT=3000\n'],
    ['other names beside empty settings', 'NODE_ENV=production\nDATABASE_URL=\nPOSTGRES_PASSWORD=hunter2\n'],
    ['nothing', ''],
  ])('has none for %s', (_, text) => {
    writeFileSync(file, text);
    expect(environmentWarnings(file)).toEqual([]);
  });

  it('names the file, each misspelled setting and the setting meant, and no value', () => {
    writeFileSync(file, 'WEBHOK_TIMEOUT_MS=1234\nAPI_PROT=1234\nTOLLGATE_SANBOX=hunter2\nLOG_LEVEL=warn\n');
    expect(environmentWarnings(file)).toEqual([
      `${file}: unknown name WEBHOK_TIMEOUT_MS; did you mean WEBHOOK_TIMEOUT_MS?`,
      `${file}: unknown name API_PROT; did you mean API_PORT?`,
      `${file}: unknown name TOLLGATE_SANBOX; did you mean TOLLGATE_SANDBOX?`,
    ]);
  });

  it('says what to do instead of a removed setting', () => {
    const warning = 'DATABASE_READ_URL is no longer a setting: the database in DATABASE_URL serves all reads';
    writeFileSync(file, 'DATABASE_READ_URL=postgres://me:hunter2@replica/tollgate\nAPI_PORT=8081\n');
    expect(environmentWarnings(file)).toEqual([warning]);
    writeFileSync(file, 'DATABASE_READ_URL=\nAPI_PORT=8081\n');
    expect(environmentWarnings(file)).toEqual([]);
    process.env.DATABASE_READ_URL = 'postgres://replica/tollgate';
    expect(environmentWarnings(file)).toEqual([warning]);
    delete process.env.DATABASE_READ_URL;
  });

  it('lists the settings of a file that has names of other programs', () => {
    writeFileSync(file, 'PORT=3000\nDATABASE_URL=postgres://shop:hunter2@db/shop\nHOST=0.0.0.0\n');
    expect(environmentWarnings(file)).toEqual([
      `${file} has names of other programs; Tollgate reads HOST, DATABASE_URL from it (docs/settings.md)`,
    ]);
  });
});
