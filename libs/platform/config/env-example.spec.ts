import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readSettings, SETTING_NAMES } from './settings.js';

const example = parseEnv(readFileSync('.env.example', 'utf8'));
/** Not passed to containers: they have no embedded PostgreSQL. */
const NOT_IN_CONTAINERS = ['DATA_DIR'];

describe('.env.example', () => {
  it('names every setting', () => {
    expect(Object.keys(example)).toEqual(expect.arrayContaining([...SETTING_NAMES]));
  });

  it('changes nothing when it is copied', () => {
    expect(readSettings(example)).toEqual(readSettings({}));
  });
});

describe('docker-compose.yml', () => {
  it('passes every setting on', () => {
    const compose = readFileSync('docker-compose.yml', 'utf8');
    expect(SETTING_NAMES.filter((name) => !NOT_IN_CONTAINERS.includes(name) && !compose.includes(name))).toEqual([]);
  });
});
