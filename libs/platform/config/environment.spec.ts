import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadEnvironment } from './environment.js';
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

  it.each([['APIPORT'], ['api_port'], ['SKEY'], ['MY_COMPOSE_FILE'], ['TOLLGATE_PORT']])(
    'refuses %s in the file, by its name and not its value',
    (name) => {
      writeFileSync(file, `API_PORT=8081\n${name}=hunter2\n`);
      expect(() => loadEnvironment(file)).toThrow(
        new SettingError(name, `unknown setting in ${file}; --help lists all settings`),
      );
    },
  );

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
      'a line without =',
      'API_PORT=8081\n\n# hm\nVAULT_PORT 8082\n',
      'line 4 has no "="; write NAME=value, or begin a comment with #',
    ],
    [
      'a secret on a line of its own',
      'skey_test_hunter2',
      'line 1 has no "="; write NAME=value, or begin a comment with #',
    ],
    ['a line without a name', 'API_PORT=8081\r\n=8082\r\n', 'line 2 has no name before its "="'],
    [
      'a quote that swallows what follows',
      'LOG_LEVEL="warn\nDATA_DIR="data"\n',
      'line 1 has a value without a closing "',
    ],
  ])('refuses %s, by its number and not by what it says', (_, text, problem) => {
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
