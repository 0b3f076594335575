import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { steadyPort } from '../../../proof/rig/ports.js';
import { makeProgram } from '../../cli/program.js';
import { within } from '#platform/testing/until.js';
import { banner, walk } from '../banner.js';
import { useOwnGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { createSandbox, type Sandbox } from './sandbox.js';

let metricsPort: number;
const gateway = useOwnGateway(async () => {
  metricsPort = await steadyPort();
  return { METRICS_PORT: String(metricsPort) };
});
const receiver = useReceiver();

const SKILL = join('skills', 'tollgate');
const PAGES = ['docs', SKILL]
  .flatMap((folder) =>
    readdirSync(folder, { encoding: 'utf8', recursive: true }).map((name) => join(folder, name)),
  )
  .concat('README.md', 'CONTRIBUTING.md', 'AGENTS.md')
  .filter((path) => path.endsWith('.md'));

/** `npx tollgate` is the program of this clone. */
const PREAMBLE = `exec 2>&1\nnpx() { shift; ${process.execPath} ${resolve('dist', 'apps', 'cli', 'main.js')} "$@"; }\n`;

/** Of a page. */
const MAX_LINES = 130;

/** Requirements of commands beside Node, npm, bash and curl. */
const NEEDED = [
  'docker',
  'kubernetes',
  'a client library',
  'certutil',
  'pg_dump',
  'a stopped Tollgate',
  'minutes',
];

/** Pages with examples that run at once. */
const LANES = 4;

/**
 * Runs commands in one shell, as a user pastes them; every JSON object and every other line that they print.
 */
async function paste(commands: string, cwd?: string, env: Record<string, string> = {}): Promise<unknown[]> {
  const shell = spawn('bash', ['-eu', '-c', commands], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd,
    env: { ...process.env, ...env },
  });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await within(once(shell, 'close'), () => `the commands do not end: ${output}`)) as [number];
  if (code !== 0) throw new Error(`exit code ${code}: ${output}`);
  return values(output);
}

/** Objects are in one line, or from a line `{` to a line `}`. */
function values(text: string): unknown[] {
  const lines = text.replaceAll('}{', '}\n{').match(/^\{\n[\s\S]*?^\}|^.+/gm) ?? [];
  return lines.map((line) => (line.startsWith('{') ? JSON.parse(line) : line) as unknown);
}

/** The blocks of a page whose info string matches: ```sh run. */
function blocks(page: string, info: string): string[] {
  return [
    ...readFileSync(page, 'utf8').matchAll(new RegExp(`^\`\`\`${info}\\n([\\s\\S]*?)^\`\`\``, 'gm')),
  ].map(([, block = '']) => block);
}

function pagesWith(info: string): string[] {
  return PAGES.filter((page) => blocks(page, info).length > 0).sort();
}

/**
 * The text with the addresses of this gateway, and the keys and the name of the sandbox instead of those of
 * the sandbox `default`.
 */
function inSandbox(text: string, sandbox: Sandbox | undefined): string {
  if (!sandbox) throw new Error('the page has no sandbox');
  const { baseUrl, vaultUrl, payUrl, controlUrl } = gateway.settings;
  return text
    .replaceAll('http://127.0.0.1:7400', baseUrl)
    .replaceAll('http://127.0.0.1:7401', vaultUrl)
    .replaceAll('http://127.0.0.1:7402', payUrl)
    .replaceAll('http://127.0.0.1:7403', controlUrl)
    .replaceAll('http://127.0.0.1:7409', `http://127.0.0.1:${metricsPort}`)
    .replaceAll('pkey_test_tollgate', sandbox.body.test.public_key)
    .replaceAll('skey_test_tollgate', sandbox.secretKey)
    .replaceAll('sandboxes/default', `sandboxes/${sandbox.name}`);
}

/**
 * Runs all blocks of a page in one shell and one empty folder, at this gateway's addresses, in a sandbox for
 * the page.
 */
async function pastePage(page: string): Promise<unknown[]> {
  const sandbox = await createSandbox(gateway);
  sandboxes.set(page, sandbox);
  const commands = inSandbox(blocks(page, 'sh run').join('\n'), sandbox);
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-docs-'));
  try {
    writeFileSync(join(folder, '.env'), `TOLLGATE_SANDBOX=${sandbox.name}\n`);
    return await paste(PREAMBLE + commands, folder, {
      TOLLGATE_CONTROL_URL: gateway.settings.controlUrl,
      NO_COLOR: '1',
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const sandboxes = new Map<string, Sandbox>();
const pasted = new Map<string, Promise<unknown[]>>();

/** Runs the pages, a few at a time. */
beforeAll(async () => {
  const lanes: Promise<unknown>[] = [];
  for (const [index, page] of pagesWith('sh run').entries()) {
    const run = (): Promise<unknown[]> => pastePage(page);
    const answers = (lanes[index % LANES] ?? Promise.resolve()).then(run, run);
    pasted.set(page, answers);
    lanes[index % LANES] = answers;
  }
  await Promise.allSettled(pasted.values());
});

/**
 * An answer as a page shows it, in parts. `…` in a text stands for any text, at the end of a list for further
 * items in any order.
 */
function shown(value: unknown): unknown {
  if (typeof value === 'string' && value.includes('…')) {
    return expect.stringMatching(new RegExp(`^${value.split('…').map(literal).join('[\\s\\S]*')}$`));
  }
  if (Array.isArray(value)) {
    if (value.at(-1) !== '…') return value.map(shown);
    return expect.arrayContaining(
      value.slice(0, -1).map((item: object) => expect.objectContaining(shown(item) as object) as object),
    );
  }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shown(part)]));
  return value;
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

type Answer = Record<string, unknown>;

/** Checks the answers to the commands of the pages that do not show them. */
const CHECKS: Readonly<Record<string, (answers: Answer[]) => void>> = {
  'README.md': (answers) => {
    expect(answers.map(({ object, status }) => status ?? object)).toEqual(['successful', 'list']);
  },

  'docs/walkthrough.md': (answers) => {
    expect(answers.map(({ status }) => status)).toEqual([
      'pending',
      'successful',
      'failed',
      'expired',
      'pending',
      'successful',
      'closed',
      'successful',
      'pending',
    ]);
    expect(answers[2]).toMatchObject({ failure_code: 'insufficient_fund', metadata: { order: '1042' } });
  },

  'docs/browser.md': (answers) => {
    expect(answers).toMatchObject([{ object: 'capability' }]);
  },
};

const GENERATED = ['docs/cli-commands.md', 'docs/settings.md'];

/**
 * Pages for users without an example that runs, and the reason. Commands of other programs have an info
 * string with their needs.
 */
const NO_EXAMPLE: Readonly<Record<string, readonly string[]>> = {
  'an index of other pages': [
    'docs/README.md',
    'docs/fidelity.md',
    'docs/operations.md',
    'skills/tollgate/SKILL.md',
  ],
  'generated, and tested by other specs': GENERATED,
  'about a stopped Tollgate': ['docs/operations/embedded-postgres.md'],
  'about containers only': [
    'docs/compose.md',
    'docs/compose-names.md',
    'docs/compose-operations.md',
    'docs/kubernetes.md',
  ],
};

/** Pages for contributors, and measurements. */
const FOR_CONTRIBUTORS =
  /^(AGENTS|CONTRIBUTING)|^docs\/(architecture|benchmarks|decisions|glossary|reliability|scale|where-time-goes)/;

describe('the documentation', () => {
  it('has an example on every page for users', () => {
    const others = Object.values(NO_EXAMPLE).flat();
    const expected = PAGES.filter((page) => !FOR_CONTRIBUTORS.test(page) && !others.includes(page)).sort();
    expect(pagesWith('sh run').filter((page) => !FOR_CONTRIBUTORS.test(page))).toEqual(expected);
    expect(others.filter((page) => !existsSync(page))).toEqual([]);
  });

  it('is linked from its index', () => {
    const reached = new Set(['docs/README.md', 'README.md']);
    for (const page of reached) {
      for (const [, path = ''] of readFileSync(page, 'utf8').matchAll(/\]\(([^)#:]+\.md)/g))
        reached.add(join(dirname(page), path));
    }
    expect(PAGES.filter((page) => !reached.has(page))).toEqual([]);
  });

  it('has at most three screens a page', () => {
    const lines = (page: string): number => readFileSync(page, 'utf8').trimEnd().split('\n').length;
    expect(
      PAGES.filter(
        (page) => /^(docs|skills)/.test(page) && !GENERATED.includes(page) && lines(page) > MAX_LINES,
      ),
    ).toEqual([]);
  });

  it.each(Object.keys(CHECKS))('has working commands in %s', async (page) => {
    CHECKS[page]?.((await pasted.get(page)) as Answer[]);
  });

  it.each(pagesWith('(?:json|text) answers'))('shows the output of the commands in %s', async (page) => {
    const expected = blocks(page, '(?:json|text) answers').flatMap((block) =>
      values(inSandbox(block, sandboxes.get(page))),
    );
    expect(await pasted.get(page)).toMatchObject(expected.map(shown) as object[]);
  });

  it('has a check for every page with commands to run', () => {
    const checked = new Set([...Object.keys(CHECKS), ...pagesWith('(?:json|text) answers')]);
    expect([...checked].sort()).toEqual(pagesWith('sh run'));
  });

  it('has a spec or a reason for every command that is not run', () => {
    const infos = PAGES.filter((page) => !GENERATED.includes(page)).flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/^```sh(.*)$/gm)].map(([, info = '']) => ({ page, info })),
    );
    const wrong = infos.filter(({ info }) => {
      const [, spec] = /^ by ([a-z-]+)$/.exec(info) ?? [];
      if (spec)
        return !['program', 'e2e'].some((group) =>
          existsSync(join('apps', 'tollgate', 'test', `${spec}.${group}.spec.ts`)),
        );
      return info !== ' run' && !NEEDED.some((program) => info === ` needs ${program}`);
    });
    expect(wrong).toEqual([]);
  });

  it('names existing commands of the command line', () => {
    const { commands } = makeProgram();
    const named = PAGES.flatMap((page) => [
      ...readFileSync(page, 'utf8').matchAll(/(?:`|npx |^)tollgate ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?/gm),
    ]);
    const wrong = named.filter(([, name, second]) => {
      const found = commands.find((command) => command.name() === name);
      return (
        !found ||
        (second && found.commands.length > 0 && !found.commands.some((command) => command.name() === second))
      );
    });
    expect(wrong.map(([text]) => text)).toEqual([]);
    expect(named.length).toBeGreaterThan(50);
  });

  it('has its commands in blocks with an info string', () => {
    const commands =
      /^( {4}|```\n)(npm|npx|node|docker|docker-compose|curl|git|kubectl|pg_dump|[A-Z_]+=\S+ npm) /m;
    expect(PAGES.filter((page) => commands.test(readFileSync(page, 'utf8')))).toEqual([]);
  });

  for (const program of NEEDED) {
    const pages = pagesWith(`sh needs ${program}`);
    it.skip(`runs the commands that need ${program}: ${pages.join(', ')}`, () => undefined);
  }
  for (const [reason, pages] of Object.entries(NO_EXAMPLE)) {
    it.skip(`has examples on pages that are ${reason}: ${pages.join(', ')}`, () => undefined);
  }
});

describe('the skill', () => {
  it('has a name and a description as the format of agent skills requires', () => {
    const text = readFileSync(join(SKILL, 'SKILL.md'), 'utf8');
    const [, head = ''] = /^---\n([\s\S]*?)^---\n/m.exec(text) ?? [];
    const fields = new Map(
      Array.from(head.matchAll(/^([a-z-]+): (.+)$/gm), ([, name = '', value = '']) => [name, value]),
    );
    expect([...fields.keys()]).toEqual(['name', 'description', 'license']);
    // The name is that of the folder.
    expect(fields.get('name')).toBe(basename(SKILL));
    expect(fields.get('name')).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect((fields.get('description') ?? '').length).toBeLessThanOrEqual(1024);
    // Unquoted YAML ends at a comment or begins a mapping there.
    expect(fields.get('description')).not.toMatch(/: | #/);
  });

  it.each(['exam', 'report'])('has the command of %s that another spec runs', (name) => {
    const page = join(SKILL, 'references', `${name}.md`);
    expect(blocks(page, `sh by cli-${name}`)).toHaveLength(1);
    expect(blocks(page, `sh by cli-${name}`)).toEqual(blocks(`docs/${name}.md`, `sh by cli-${name}`));
  });
});

describe('the banner’s commands', () => {
  it('work one after the other', async () => {
    const answers = await paste(walk(gateway.settings).join('\n'));
    expect((answers as Answer[]).map(({ object, status }) => [object, status])).toEqual([
      ['charge', 'pending'],
      ['charge', 'successful'],
      ['list', undefined],
      ['account', undefined],
    ]);
    for (const command of walk(gateway.settings))
      expect(banner(gateway.settings, undefined)).toContain(command.split('\n')[0]);
  });
});

describe('the banner', () => {
  it('shows the webhook addresses', () => {
    expect(banner(gateway.settings, undefined)).toContain('Webhooks no receiver');
    expect(banner(gateway.settings, 'http://127.0.0.1:3000/hook')).toContain(
      'Webhooks http://127.0.0.1:3000/hook',
    );
  });
});

describe('the signature check of docs/webhooks.md', () => {
  it('accepts a real webhook, and no other', async () => {
    const [, code = ''] = /```js verify\n([\s\S]*?)```/.exec(readFileSync('docs/webhooks.md', 'utf8')) ?? [];
    const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      isGenuine: (headers: object, rawBody: string, secret: string) => boolean;
    };
    const merchant = await gateway.account({ webhookUri: receiver.uri });
    await merchant.charge();
    const { headers, text } = await receiver.next('charge.create');
    const { webhookSecret } = gateway.settings;
    expect(isGenuine(headers, text, webhookSecret)).toBe(true);
    expect(
      isGenuine(
        { ...headers, 'omise-signature': `00,${headers['omise-signature'] as string}` },
        text,
        webhookSecret,
      ),
    ).toBe(true);
    expect(isGenuine(headers, `${text} `, webhookSecret)).toBe(false);
    expect(isGenuine({ ...headers, 'omise-signature-timestamp': '1' }, text, webhookSecret)).toBe(false);
    expect(isGenuine({}, text, webhookSecret)).toBe(false);
  });
});
