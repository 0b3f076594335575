import { readFileSync } from 'node:fs';
import { parseYaml } from '@redocly/openapi-core';
import { SETTING_NAMES } from './setting-schema.js';

interface Container {
  readonly command: readonly string[];
  readonly readinessProbe?: object;
  readonly livenessProbe?: object;
  readonly securityContext: object;
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly template: { readonly spec: { readonly terminationGracePeriodSeconds: number; readonly containers: readonly [Container] } };
    readonly podSelector: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly ingress?: readonly { readonly ports: readonly { readonly port: number }[] }[];
  };
}

const PROCESSES = ['api', 'control', 'pay', 'vault', 'worker'];
const VAULT_PORT = 7401;
const COMPONENT = 'app.kubernetes.io/component';

const manifests = readFileSync('deploy/kustomize/base/tollgate.yaml', 'utf8')
  .split(/^---$/m)
  .map((text) => parseYaml(text) as Manifest | undefined)
  .filter((manifest) => manifest !== undefined && manifest !== null);
const ofKind = (kind: string): Manifest[] => manifests.filter((manifest) => manifest.kind === kind);
const names = (kind: string): string[] =>
  ofKind(kind)
    .map(({ metadata }) => metadata.name.replace('tollgate-', ''))
    .sort();

describe('the manifests for Kubernetes', () => {
  it('start every process, and let no more than one of each be taken away', () => {
    expect(names('Deployment')).toEqual(PROCESSES);
    expect(names('PodDisruptionBudget')).toEqual(PROCESSES);
    expect(names('Service')).toEqual(PROCESSES.filter((name) => name !== 'worker'));
  });

  it('ask each whether it is alive and ready, give it time to stop, and let it write nowhere', () => {
    for (const { spec } of ofKind('Deployment')) {
      const { containers, terminationGracePeriodSeconds } = spec.template.spec;
      expect(terminationGracePeriodSeconds).toBeGreaterThan(60);
      expect(containers[0].livenessProbe).toBeDefined();
      expect(containers[0].readinessProbe).toBeDefined();
      expect(containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  it('set nothing that is no setting', () => {
    const [settings] = ofKind('ConfigMap');
    expect(Object.keys(settings?.data ?? {}).filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
  });

  it("open the vault's port to the vault alone, whose crashes leave no core", () => {
    const open = ofKind('NetworkPolicy').filter(({ spec }) =>
      spec.ingress?.some(({ ports }) => ports.some(({ port }) => port === VAULT_PORT)),
    );
    expect(open.map(({ spec }) => spec.podSelector.matchLabels[COMPONENT])).toEqual(['vault']);
    const vault = ofKind('Deployment').find(({ metadata }) => metadata.name === 'tollgate-vault');
    expect(vault?.spec.template.spec.containers[0].command.join(' ')).toContain('ulimit -c 0 && exec');
  });
});
