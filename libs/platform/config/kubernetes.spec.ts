import { readFileSync } from 'node:fs';
import { parseYaml } from '@redocly/openapi-core';
import { SETTING_NAMES } from './setting-schema.js';

interface Values {
  readonly settings: Readonly<Record<string, string>>;
  readonly processes: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
}

const CHART = 'deploy/helm/tollgate';
const values = parseYaml(readFileSync(`${CHART}/values.yaml`, 'utf8')) as Values;
const template = (name: string): string => readFileSync(`${CHART}/templates/${name}`, 'utf8');
const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

const processes = template('processes.yaml');
const helpers = template('_helpers.tpl');

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
    const [, container = ''] = helpers.split('define "tollgate.container"');
    expect(container).toContain(
      'allowPrivilegeEscalation: false\n  readOnlyRootFilesystem: true\n  capabilities: { drop: [ALL] }',
    );
    expect(processes).toContain('include "tollgate.container"');
  });

  it('sets only existing settings', () => {
    const names = [
      ...Object.keys(values.settings),
      ...matches(template('settings.yaml'), /^ {2}([A-Z_]+):/gm),
    ];
    expect(names).toEqual(expect.arrayContaining(['BASE_URL', 'METRICS_PORT']));
    expect(names.filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
  });

  it("opens each port to its own process only, and lets the vault's crashes write no core dump", () => {
    const [, ports = ''] = helpers.split('define "tollgate.ports" -}}');
    expect(matches(ports.split('{{')[0] ?? '', /^(\w+: \d+)$/gm)).toEqual([
      'api: 7400',
      'vault: 7401',
      'pay: 7402',
      'control: 7403',
    ]);
    const policies = template('network-policies.yaml');
    // One policy for the metrics port of all processes, and one for each process with its own port.
    expect(matches(policies, /^ {6}ports: \[\{ port: (.+) \}\]$/gm)).toEqual(['7409', '{{ $port }}']);
    expect(policies).toContain('range $name, $port := $ports');
    expect(processes).toContain('ulimit -c 0 && exec node dist/apps/vault/main.js');
  });
});
