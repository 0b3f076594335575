import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { within } from '../../libs/platform/testing/until.js';

/**
 * Stands in for Docker: keeps the containers of a service in a file, a line for each, and writes down what it
 * is asked. A container is healthy when it is looked at a second time, or never where the file `sick` has its
 * service's name, or `trial-` and that.
 */
const DOCKER = `#!/bin/sh
cd "$(dirname "$0")"
echo "$@" >> asked
case "$1 $2" in
  'compose ps') cat "$4" 2>/dev/null || true ;;
  'compose run')
    case $3 in
      --rm) ! [ -e broken-migration ] ;;
      -d) echo "trial-$5" ;;
    esac ;;
  'compose up')
    service=$8
    while [ "$(wc -l < "$service")" -lt "\${7#*=}" ]; do echo "$service-$((100 + $(wc -l < "$service")))" >> "$service"; done ;;
  inspect*)
    shift 3
    for id; do if [ -e "seen-$id" ] && ! grep -qsx "\${id%-[0-9]*}" sick; then echo healthy; else : > "seen-$id"; echo starting; fi; done ;;
  rm*) shift; for id; do for service in api vault pay worker control; do sed -i "/^$id$/d" "$service"; done; done ;;
esac
`;

/** Time passes only while roll.sh sleeps, so its limit does not depend on the machine's speed. */
const SLEEP = `#!/bin/sh
cd "$(dirname "$0")"
echo $(($(cat seconds) + $1)) > seconds
`;
const DATE = `#!/bin/sh
cat "$(dirname "$0")/seconds"
`;

describe('docker/roll.sh', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tollgate-roll-'));
    for (const [program, text] of Object.entries({ docker: DOCKER, sleep: SLEEP, date: DATE })) {
      writeFileSync(join(folder, program), text);
      chmodSync(join(folder, program), 0o755);
    }
    writeFileSync(join(folder, 'seconds'), '0');
    const running = {
      api: 'api-old-1\napi-old-2\n',
      vault: 'vault-old-1\n',
      pay: 'pay-old-1\n',
      worker: 'worker-old-1\nworker-old-2\n',
      control: 'control-old-1\n',
    };
    for (const [service, ids] of Object.entries(running)) writeFileSync(join(folder, service), ids);
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const roll = async (): Promise<{ code: number | null; errors: string }> => {
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}`, ROLL_LIMIT_S: '3' };
    const child = spawn('sh', [resolve('docker/roll.sh')], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const [code] = (await within(once(child, 'close'), 'roll.sh does not end')) as [number | null];
    return { code, errors };
  };
  const asked = (): string[] => readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n');
  const idsOf = (service: string): string[] => readFileSync(join(folder, service), 'utf8').trim().split('\n');

  it('migrates, tests one of each service, then replaces old containers by healthy ones, service by service', async () => {
    expect(await roll()).toEqual({ code: 0, errors: '' });
    const steps = asked().filter((line) => /^(compose run|compose up|stop)/.test(line));
    expect(steps).toEqual([
      'compose run --rm --no-deps migrate',
      'compose run -d --no-deps api',
      'compose run -d --no-deps vault',
      'compose run -d --no-deps pay',
      'compose run -d --no-deps worker',
      'compose run -d --no-deps control',
      'stop trial-api trial-vault trial-pay trial-worker trial-control',
      'compose up -d --no-deps --no-recreate --scale api=4 api',
      'stop api-old-1 api-old-2',
      'compose up -d --no-deps --no-recreate --scale vault=2 vault',
      'stop vault-old-1',
      'compose up -d --no-deps --no-recreate --scale pay=2 pay',
      'stop pay-old-1',
      'compose up -d --no-deps --no-recreate --scale worker=4 worker',
      'stop worker-old-1 worker-old-2',
      'compose up -d --no-deps --no-recreate --scale control=2 control',
      'stop control-old-1',
    ]);
    expect(['api', 'vault', 'pay', 'worker', 'control'].map((service) => idsOf(service).length)).toEqual([
      2, 1, 1, 2, 1,
    ]);
    expect(idsOf('api').join()).not.toContain('old');
  });

  it('replaces nothing if a tested container does not become healthy', async () => {
    writeFileSync(join(folder, 'sick'), 'trial-vault');
    const { code, errors } = await roll();
    expect([code, errors.split('\n').at(-2)]).toEqual([
      1,
      'not all new containers are healthy after 3 s; nothing was replaced',
    ]);
    expect(asked().filter((line) => /^(compose up|stop|rm)/.test(line))).toEqual([
      'stop trial-api trial-vault trial-pay trial-worker trial-control',
      'rm trial-api trial-vault trial-pay trial-worker trial-control',
    ]);
  });

  it('keeps the old containers if the new ones do not become healthy', async () => {
    writeFileSync(join(folder, 'sick'), 'api');
    const { code, errors } = await roll();
    expect([code, errors]).toEqual([
      1,
      'the new containers of api are not healthy after 3 s; the old ones are kept\n',
    ]);
    expect(idsOf('api')).toEqual(['api-old-1', 'api-old-2']);
    expect(idsOf('vault')).toEqual(['vault-old-1']);
  });

  it('changes nothing if the migration fails', async () => {
    writeFileSync(join(folder, 'broken-migration'), '');
    expect((await roll()).code).toBe(1);
    expect(asked()).toEqual(['compose run --rm --no-deps migrate']);
  });
});
