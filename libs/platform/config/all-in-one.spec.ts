import { readFileSync } from 'node:fs';
import { SETTING_NAMES } from './setting-schema.js';
import { readSettings } from './settings.js';

const stage =
  /^FROM runtime AS all-in-one\n([^]*?)^FROM /m.exec(readFileSync('Dockerfile', 'utf8'))?.[1] ?? '';
const environment = Object.fromEntries(
  [...stage.matchAll(/^ENV (.*)$/gm)].flatMap(([, pairs = '']) =>
    pairs.split(' ').map((pair) => pair.split('=', 2) as [string, string]),
  ),
);

describe('the all-in-one image', () => {
  it('sets addresses and the data folder, and no secret', () => {
    const settings = Object.keys(environment).filter((name) => !name.startsWith('NODE_'));
    expect(settings.sort()).toEqual(['DATA_DIR', 'HOST']);
    expect(SETTING_NAMES).toEqual(expect.arrayContaining(settings));
    expect(stage).not.toMatch(/^(ARG|RUN)/m);
  });

  it('is nobody but an unprivileged user, who writes in the volume alone', () => {
    expect(stage).toMatch(/^USER 1000:1000$/m);
    expect(stage).toMatch(new RegExp(`^VOLUME ${environment['DATA_DIR']}$`, 'm'));
  });

  it('shows the ports that its hosts have', () => {
    const { apiPort, vaultPort, payPort, controlPort } = readSettings({});
    expect(/^EXPOSE (.*)$/m.exec(stage)?.[1]).toBe([apiPort, vaultPort, payPort, controlPort].join(' '));
    expect(stage).toContain(`CONTROL_PORT || ${controlPort}}/readyz`);
  });
});
