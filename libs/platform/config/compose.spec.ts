import { readFileSync } from 'node:fs';
import { parseYaml } from '@redocly/openapi-core';
import { readSettings } from './settings.js';

interface Service {
  readonly image: string;
  readonly restart: string;
  readonly read_only: boolean;
  readonly tmpfs: readonly string[];
  readonly user?: string;
  readonly cap_drop: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt: readonly string[];
  readonly mem_limit: string;
  readonly memswap_limit?: string;
  readonly pids_limit: number;
  readonly logging: { readonly driver: string; readonly options: Readonly<Record<string, string>> };
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: object;
  readonly privileged?: boolean;
  readonly volumes?: readonly string[];
}

const { services } = parseYaml(readFileSync('docker-compose.yml', 'utf8')) as {
  services: Readonly<Record<string, Service>>;
};
const OWN = ['api', 'vault', 'pay', 'control', 'worker', 'migrate'];
const OTHERS = ['proxy', 'postgres', 'redis'];
/** The capabilities that an image's entry point needs before it drops root. */
const CAPABILITIES: Readonly<Record<string, readonly string[]>> = {
  proxy: ['NET_BIND_SERVICE'],
  postgres: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
};
const EXACT = /^[a-z]+:\d+\.\d+(\.\d+)?(-[a-z-]+)?$/;

it('docker-compose.yml has these services and no others', () => {
  expect(Object.keys(services).sort()).toEqual([...OWN, ...OTHERS].sort());
});

describe.each(Object.entries(services))('the service %s of docker-compose.yml', (name, service) => {
  it('has no capability that it does not need, and gets none', () => {
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.cap_add).toEqual(CAPABILITIES[name]);
    expect(service.security_opt).toContain('no-new-privileges:true');
    expect(service.privileged).toBeUndefined();
  });

  it('writes nowhere but in memory and in its volume', () => {
    expect(service.read_only).toBe(true);
    expect(service.tmpfs.length).toBeGreaterThan(0);
    const writable = (service.volumes ?? []).filter((volume) => !volume.endsWith(':ro'));
    expect(writable).toEqual(name === 'postgres' ? ['postgres:/var/lib/postgresql'] : []);
  });

  it('has limits of memory and processes, and a log that is rotated', () => {
    expect(service.mem_limit).toMatch(/^\d+[mg]$/);
    expect(service.pids_limit).toBeGreaterThan(0);
    const rotated = {
      'max-size': expect.stringMatching(/^\d+m$/) as string,
      'max-file': expect.stringMatching(/^\d+$/) as string,
    };
    expect(service.logging).toEqual({ driver: 'json-file', options: rotated });
  });

  it('is started again, and says whether it is healthy, unless it is to end', () => {
    expect(service.restart).toBe(name === 'migrate' ? 'no' : 'unless-stopped');
    expect(service.healthcheck === undefined).toBe(name === 'migrate');
  });
});

describe('the images of docker-compose.yml', () => {
  it.each(OTHERS)('%s is of one version', (name) => {
    expect(services[name]?.image).toMatch(EXACT);
  });

  it.each(OWN)('%s is of this project alone, also beside others on the machine', (name) => {
    expect(services[name]?.image).toBe('tollgate:${COMPOSE_PROJECT_NAME:-tollgate}');
  });

  it('are built on one version of Node', () => {
    const bases = [...readFileSync('Dockerfile', 'utf8').matchAll(/^FROM (\S+)/gm)].map(
      ([, base]) => base ?? '',
    );
    const [node, ...stages] = bases;
    expect(node).toMatch(EXACT);
    expect(new Set(stages)).toEqual(new Set(['runtime']));
  });

  it('take nothing straight from the clone, where a strict umask has kept it from the user node', () => {
    const last =
      readFileSync('Dockerfile', 'utf8')
        .split(/^FROM /m)
        .at(-1) ?? '';
    const copied = last.match(/^COPY .*/gm) ?? [];
    expect(copied.length).toBeGreaterThan(0);
    expect(copied.filter((line) => !line.startsWith('COPY --from='))).toEqual([]);
  });
});

describe('docker/names.yml', () => {
  const names = parseYaml(readFileSync('docker/names.yml', 'utf8')) as {
    services: Readonly<Record<string, Partial<Service>>>;
  };
  const { certificates, proxy } = names.services;

  it('gives the proxy every name that Tollgate has unless others are set', () => {
    const networks = (proxy as { networks?: { default: { aliases: string[] } } }).networks;
    expect(networks?.default.aliases).toEqual(readSettings({}).tlsNames);
  });

  it('keeps the authority in a volume that nobody else has', () => {
    const holders = Object.entries(names.services).filter(([, { volumes = [] }]) =>
      volumes.some((volume) => /^certificates:/.test(volume)),
    );
    expect(holders.map(([name]) => name)).toEqual(['certificates', 'proxy']);
    expect(proxy?.volumes).toContain('certificates:/certificates:ro');
    expect(readFileSync('Dockerfile', 'utf8')).not.toMatch(/ca(-key)?\.pem/);
    expect(readFileSync('.dockerignore', 'utf8')).not.toMatch(/^!\.tollgate/m);
  });

  it('makes it in a container that may do nothing else', () => {
    expect(certificates).toMatchObject({
      cap_drop: ['ALL'],
      read_only: true,
      network_mode: 'none',
      security_opt: ['no-new-privileges:true'],
    });
  });
});

it('the vault gets no swap: card numbers would be on the disk', () => {
  expect(services['vault']?.memswap_limit).toBe(services['vault']?.mem_limit);
});

it('Redis never is root', () => {
  expect(services['redis']?.user).toBe('redis');
});

it('Tollgate’s containers send webhooks of inboxes to the proxy, which they reach by its name', () => {
  for (const name of OWN) {
    const { INBOX_URL, CONTROL_HOSTS } = services[name]?.environment ?? {};
    expect(INBOX_URL).toBe('http://proxy:${CONTROL_PORT:-7403}');
    expect(CONTROL_HOSTS).toMatch(/^control,proxy,/);
  }
});
