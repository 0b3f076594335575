import { readdirSync, readFileSync } from 'node:fs';
import { parseYaml } from '@redocly/openapi-core';

interface Workflow {
  readonly on: { readonly push: { readonly tags: readonly string[] } };
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly needs?: string | readonly string[];
  readonly steps?: readonly { readonly uses?: string }[];
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const text = (file: string): string => readFileSync(file, 'utf8');
const all = (file: string, pattern: RegExp): string[] =>
  [...text(file).matchAll(pattern)].map(([, found = '']) => found);
const workflow = parseYaml(text('.github/workflows/release.yml')) as Workflow;
const attests = ({ steps = [] }: Job): boolean =>
  steps.some(({ uses = '' }) => uses.startsWith('actions/attest-build-provenance@'));

describe('a release', () => {
  it.each([
    ['package-lock.json', /^ {2,6}"version": "(.+)",\n {2,6}("lockfileVersion|"license": "Apache-2.0")/gm, 2],
    ['Dockerfile', /org\.opencontainers\.image\.version=(\S+)/g, 1],
    ['deploy/helm/tollgate/Chart.yaml', /^(?:v|appV)ersion: (.+)$/gm, 2],
    ['deploy/helm/tollgate/values.yaml', /^ {2}tag: (.+)$/gm, 1],
  ])('has its version in %s', (file, pattern, times) => {
    expect(all(file, pattern)).toEqual(Array.from({ length: times }, () => version));
  });

  it('has a section in the changelog', () => {
    expect(all('CHANGELOG.md', /^## (\S+) - \d{4}-\d\d-\d\d$/gm)).toContain(version);
  });

  it('begins with a tag and the specs', () => {
    expect(workflow.on.push.tags).toEqual(['v*']);
    const publishers = Object.values(workflow.jobs).filter(
      ({ permissions }) => permissions?.['packages'] === 'write' || permissions?.['contents'] === 'write',
    );
    expect(publishers.length).toBeGreaterThan(0);
    const runsAfterSpecs = ({ needs = [] }: Job): boolean =>
      [needs].flat().some((name) => name === 'test' || runsAfterSpecs(workflow.jobs[name] ?? {}));
    expect(publishers.filter((job) => !runsAfterSpecs(job))).toEqual([]);
  });

  it('attests package, chart and images, with the permissions for it', () => {
    const attesting = Object.entries(workflow.jobs).filter(([, job]) => attests(job));
    expect(attesting.map(([name]) => name)).toEqual(['package', 'chart', 'manifest']);
    for (const [, { permissions }] of attesting)
      expect(permissions).toMatchObject({ 'id-token': 'write', attestations: 'write' });
  });
});

describe('the workflows', () => {
  it('pin each action to a version', () => {
    const folder = '.github/workflows';
    const uses = readdirSync(folder).flatMap((file) => all(`${folder}/${file}`, /uses: (\S+)$/gm));
    expect(uses.filter((action) => !/^(\.\/|[\w-]+\/[\w-]+@v\d+$)/.test(action))).toEqual([]);
  });
});
