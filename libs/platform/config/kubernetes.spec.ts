import { readFileSync } from 'node:fs';
import { parseYaml } from '@redocly/openapi-core';
import { SETTING_NAMES } from './setting-schema.js';

interface Values {
  readonly settings: Readonly<Record<string, string>>;
  readonly processes: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
}

/** Of a process with the queue in PostgreSQL: its pool, that of the queue, and the one that listens. */
const CONNECTIONS = 10 + 6 + 1;
const CHART = 'deploy/helm/tollgate';
const values = parseYaml(readFileSync(`${CHART}/values.yaml`, 'utf8')) as Values;
const template = (name: string): string => readFileSync(`${CHART}/templates/${name}`, 'utf8');
const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

const processes = template('processes.yaml');
const helpers = template('_helpers.tpl');
const definition = (name: string): string =>
  helpers.split(`{{- define "tollgate.${name}" -}}\n`)[1]?.split(/\n\{\{- (?:define|\/\*)/)[0] ?? '';

describe('the Helm chart', () => {
  it('starts at least two replicas of every process, and evicts one at a time', () => {
    expect(Object.keys(values.processes).sort()).toEqual(['api', 'control', 'pay', 'vault', 'worker']);
    for (const { min, max } of Object.values(values.processes)) {
      expect(min).toBeGreaterThanOrEqual(2);
      expect(max).toBeGreaterThanOrEqual(min);
    }
    expect(matches(processes, /^kind: (\w+)$/gm)).toEqual([
      'Deployment',
      'PodDisruptionBudget',
      'HorizontalPodAutoscaler',
      'Service',
    ]);
    expect(matches(processes, /^ {2}maxUnavailable: (.+)$/gm)).toEqual(['1']);
  });

  it('has probes for processes with and without a port, and time to stop', () => {
    for (const probe of ['livenessProbe', 'readinessProbe'])
      expect(matches(processes, new RegExp(`^ +(${probe}):`, 'gm'))).toHaveLength(2);
    expect(Number(matches(processes, /terminationGracePeriodSeconds: (\d+)/g)[0])).toBeGreaterThan(60);
  });

  it('gives containers no privileges and a read-only file system', () => {
    expect(definition('container')).toContain(
      'allowPrivilegeEscalation: false\n  readOnlyRootFilesystem: true\n  capabilities: { drop: [ALL] }',
    );
    expect(processes).toContain('include "tollgate.container"');
  });

  it('sets only existing settings', () => {
    const names = [...Object.keys(values.settings), ...matches(definition('settings'), /"([A-Z_]+)"/g)];
    expect(names).toEqual(expect.arrayContaining(['BASE_URL', 'METRICS_PORT', 'CONTROL_HOSTS', 'INBOX_URL']));
    expect(names.filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
  });

  it("opens each port to its own process only, and lets the vault's crashes write no core dump", () => {
    expect(matches(definition('ports'), /^(\w+: \d+)$/gm)).toEqual([
      'api: 7400',
      'vault: 7401',
      'pay: 7402',
      'control: 7403',
    ]);
    const policies = template('network-policies.yaml');
    // One policy for the metrics port of all processes, one for each process with its own port, and one for inboxes.
    expect(matches(policies, /^ {6}ports: \[\{ port: (.+) \}\]$/gm)).toEqual([
      '7409',
      '{{ $port }}',
      '{{ $ports.control }}',
    ]);
    expect(policies).toContain('range $name, $port := $ports');
    expect(processes).toContain('ulimit -c 0 && exec node dist/apps/vault/main.js');
  });

  it('sets each name once, with the values that probes, services and policies rely on', () => {
    expect(template('settings.yaml')).not.toMatch(/^ {2}[A-Z]/m);
    const settings = definition('settings');
    expect(settings).toMatch(/^\{\{- merge \$own \$given \| toYaml \}\}$/m);
    expect(settings).toContain('(compact (list $control (get $given "CONTROL_HOSTS")) | join ",")');
  });

  it("gives its settings priority over the Secret, which may be a machine's .env", () => {
    expect(matches(definition('env'), /^ {2}- (\w+):/gm).slice(0, 2)).toEqual(['secretRef', 'configMapRef']);
  });

  it('replaces pods, and migrates again, when settings or the Secret changed', () => {
    expect(matches(definition('checksums'), /^checksum\/(\w+): .*\| sha256sum \}\}$/gm)).toEqual([
      'settings',
      'secret',
    ]);
    const annotations = /^ +annotations: \{\{- include "tollgate\.checksums" [.$] \| nindent \d \}\}$/m;
    expect(processes).toMatch(annotations);
    expect(definition('migration')).toMatch(annotations);
    expect(template('migrate.yaml')).toMatch(
      /^ {2}name: .*\| trunc 52 \}\}-\{\{ \$template \| sha256sum \| trunc 10 \}\}$/m,
    );
  });

  it('lets worker and control send webhooks to any address, and to the inboxes of control', () => {
    const policies = template('network-policies.yaml');
    expect(policies).toContain('key: app.kubernetes.io/component, operator: In, values: [worker, control]');
    const [, webhooks = '', inboxes = ''] = policies.split(/^ {2}name: .*-(?:webhooks|inboxes)$/m);
    expect(webhooks).toMatch(
      /matchExpressions: \{\{- \$senders .*\n {2}policyTypes: \[Egress\]\n {2}egress:\n {4}- \{\}\n/,
    );
    expect(inboxes).toMatch(/"component" "control"[^]*from:\n[^]*\$senders[^]*\$ports\.control/);
  });

  it('has connections for the most replicas in the PostgreSQL of the operator', () => {
    const most = Object.values(values.processes).reduce((total, { max }) => total + max, 0);
    const [limit] = matches(template('postgres.yaml'), /max_connections: '(\d+)'/g);
    expect(Number(limit)).toBeGreaterThan(most * CONNECTIONS);
  });
});
