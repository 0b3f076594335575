import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { until } from '#platform/testing/until.js';
import { EXAM_CASES } from '#control/exams/rules/exam-cases.js';
import { DEMO_WEBHOOK_SECRET } from '#kernel/demo-secret.js';
import { steadyPort } from '../../../proof/rig/ports.js';
import { runCli, startCli, type Ran, type Running } from './cli.js';
import { FOLDER, isRunning, named, shopWith, textsOf, type Exam } from './examined-shops.js';
import { useOwnGateway } from './harness.js';
import { mutantShop } from './mutant-shops.js';

const gateway = useOwnGateway();
interface Options {
  readonly args?: readonly string[];
  /** `undefined`: without. */
  readonly probe?: string | undefined;
  readonly checkout?: string | undefined;
  readonly receiver?: string;
  /** Further words of the command that starts the shop. */
  readonly words?: readonly string[];
}

const ORDER_URL = 'http://127.0.0.1:PORT/orders/{order}';

async function examine(shop: string, options?: Options): Promise<Ran> {
  return (await begin(shop, options)).ended();
}

async function begin(
  shop: string,
  {
    args = [],
    probe = ORDER_URL,
    checkout = ORDER_URL,
    receiver = 'http://127.0.0.1:PORT/webhooks',
    words = [],
  }: Options = {},
): Promise<Running> {
  const port = String(await steadyPort());
  const given = { receiver, probe, checkout };
  const asked = Object.entries(given).flatMap(([name, value]) =>
    value === 'none' ? [] : [`--${name}`, value.replaceAll('PORT', port)],
  );
  return startCli(['exam', ...asked, '--settle', '200ms', ...args, '--', process.execPath, shop, ...words], {
    TOLLGATE_CONTROL_URL: gateway.settings.controlUrl,
    PORT: port,
  });
}

async function examOf(shop: string, { args = [], ...options }: Options = {}): Promise<Exam> {
  const { stdout, stderr } = await examine(shop, { ...options, args: ['--json', ...args] });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Exam;
}

describe('docs/exam.md', () => {
  const page = readFileSync('docs/exam.md', 'utf8');
  const block = (info: string): string =>
    new RegExp(`^\`\`\`${info}\\n([^]*?)^\`\`\``, 'm').exec(page)?.[1] ?? '';

  it('has a second page that explains every case under a heading with its name', () => {
    const cases = readFileSync('docs/exam-cases.md', 'utf8');
    expect([...cases.matchAll(/^## (.+)$/gm)].map(([, name]) => name)).toEqual(
      EXAM_CASES.map(({ name }) => name),
    );
  });

  it('has a command that examines the example shop, with its output', async () => {
    const port = String(await steadyPort());
    const cli = `${process.execPath} ${resolve('dist', 'apps', 'cli', 'main.js')}`;
    const command = block('sh by cli-exam').replace('npx tollgate', cli).replaceAll(':3000', `:${port}`);
    const { stdout } = await promisify(execFile)('bash', ['-euc', command], {
      env: { ...process.env, TOLLGATE_CONTROL_URL: gateway.settings.controlUrl, PORT: port, NO_COLOR: '1' },
    });
    const lines = block('text').trim().split('\n');
    const printed = stdout.trim().split('\n');
    expect(printed.slice(0, 2)).toEqual(lines.slice(0, 2));
    expect(printed.at(-1)).toBe(lines.at(-1));
  });
});

describe('tollgate exam', () => {
  it('passes the example shop in all 23 cases, and exits with 0', async () => {
    const { code, stdout, stderr } = await examine(shopWith('example'));
    expect(`${stdout}${code === 0 ? '' : stderr}`).toContain('23 cases: 23 passed');
    expect(stdout.match(/^passed /gm)).toHaveLength(23);
    expect(code).toBe(0);
  });

  it.each([
    [
      'no-signature',
      'accepts what is not signed',
      ['if (!(Math.abs(', "if (signatures === '') return true;\n  if (!(Math.abs("],
    ],
    [
      'stale-timestamp',
      'ignores the time of the signature',
      ['const MAX_AGE_S = 300', 'const MAX_AGE_S = 1e9'],
    ],
    [
      'two-signatures',
      'reads only the first signature',
      [".split(',').some", ".split(',').slice(0, 1).some"],
    ],
    [
      'late-expiry',
      'lets a late expiry overwrite a payment',
      [
        '  if (paid.some(',
        "  if (all.some(({ status }) => status === 'expired')) return 'failed';\n  if (paid.some(",
      ],
    ],
    [
      'unknown-event',
      'rejects keys that it does not know',
      [
        'const { data } =',
        "if (body.includes('charge.teleport')) throw new Error('unknown key');\n  const { data } =",
      ],
    ],
    ['long-unicode', 'reads at most 48 KB', ['MAX_BODY_BYTES = 1_000_000', 'MAX_BODY_BYTES = 48_000']],
    [
      'api-recovers',
      'answers 200 although it could not ask',
      [
        'if (!response.ok) throw new Error(`the charge cannot',
        'if (!response.ok) return;\n  if (!response.ok) throw new Error(`the charge cannot',
      ],
    ],
  ] as const)('fails %s, and nothing else, for a shop that %s', async (name, _what, change) => {
    const exam = await examOf(shopWith(name, change));
    expect(named(exam, 'failed')).toEqual([name]);
    expect(named(exam, 'passed')).toHaveLength(22);
  });

  it('fails a shop that knows the latest charge of an order alone', async () => {
    const exam = await examOf(
      shopWith(
        'latest',
        ['if (open) return [201, open];', ''],
        ["if (body.object === 'charge') learn(body);", 'order.latest = body.id;\n  learn(body);'],
        ['if (!order) return;', 'if (!order || order.latest !== id) return;'],
      ),
      { args: ['--only', 'two-attempts,late-expiry'] },
    );
    expect(named(exam, 'failed')).toEqual(['two-attempts']);
    expect(named(exam, 'passed')).toEqual(['genuine-event', 'late-expiry']);
  });

  it('fails a shop that skips its check without a webhook secret', async () => {
    const careless = shopWith('careless', [
      'if (!webhookSecret) return false;',
      'if (!webhookSecret) return true;',
    ]);
    const exam = await examOf(careless, { args: ['--only', 'no-secret'] });
    expect(named(exam, 'failed')).toEqual(['no-secret']);
    expect(named(exam, 'passed')).toEqual(['genuine-event']);
  });

  it.each([
    ['an empty secret', ['  if (!webhookSecret) return false;\n', '']],
    ['the published secret of the demo account', ["    : '',", `    : '${DEMO_WEBHOOK_SECRET}',`]],
  ] as const)('fails a shop that without a webhook secret checks with %s', async (secret, change) => {
    const exam = await examOf(shopWith(secret.replaceAll(' ', '-'), change), {
      args: ['--only', 'no-secret'],
    });
    expect(named(exam, 'failed')).toEqual(['no-secret']);
    expect(textsOf(exam, 'no-secret')).toContain(`to an event that ${secret} has signed`);
  });

  it('passes a shop that does not start without its webhook secret', async () => {
    const strict = shopWith('strict', ["    : '',", '    : process.exit(9),']);
    const exam = await examOf(strict, { args: ['--only', 'no-secret'] });
    expect(named(exam, 'passed')).toEqual(['genuine-event', 'no-secret']);
    expect(textsOf(exam, 'no-secret')).toBe(
      'Without its webhook secret the shop does not start: the shop ended before it answered (exit code 9).',
    );
  });

  it('does not judge a shop that has its webhook secret from elsewhere', async () => {
    const kept = join(FOLDER, 'kept-secret');
    const exam = await examOf(
      shopWith(
        'elsewhere',
        [
          'const MAX_AGE_S',
          `if (!existsSync('${kept}')) writeFileSync('${kept}', webhookSecret);
        const kept = readFileSync('${kept}', 'utf8');
        const MAX_AGE_S`,
        ],
        ['if (!webhookSecret) return false;', ''],
        ['Buffer.from(webhookSecret', 'Buffer.from(kept'],
      ),
      { args: ['--only', 'no-secret'] },
    );
    expect(named(exam, 'not_judged')).toEqual(['no-secret']);
    expect(textsOf(exam, 'no-secret')).toContain('it has its webhook secret from elsewhere');
  });

  it('fails changed-body for a shop that parses the body, and checks no signature', async () => {
    const shop = shopWith('open', ['if (!(Math.abs(', 'return true;\n  if (!(Math.abs(']);
    const exam = await examOf(shop, { args: ['--only', 'changed-body'] });
    expect(named(exam, 'failed')).toEqual(['changed-body']);
  });

  it('fails a shop that counts an event each time it arrives', async () => {
    const exam = await examOf(mutantShop('no-idempotence'), {
      args: ['--only', 'same-event-twice,unknown-event'],
    });
    expect(named(exam, 'failed')).toEqual(['same-event-twice']);
    expect(named(exam, 'passed')).toEqual(['genuine-event', 'unknown-event']);
    expect(textsOf(exam, 'same-event-twice')).toContain(
      'The order changed: {"status":"paid","count":1} became {"status":"paid","count":2}.',
    );
  });

  it('fails a shop that waits between reading the count and writing it', async () => {
    const exam = await examOf(mutantShop('races'), {
      args: ['--only', 'same-event-at-once,same-event-twice'],
    });
    expect(named(exam, 'failed')).toEqual(['same-event-at-once']);
  });

  it('warns about a shop that believes the event, and names the call that is missing', async () => {
    const exam = await examOf(mutantShop('believes-the-event'), {
      args: ['--only', 'api-disagrees,unknown-charge'],
    });
    expect(named(exam, 'warning')).toEqual(['api-disagrees']);
    expect(textsOf(exam, 'api-disagrees')).toMatch(
      /fulfilled the order: .* The call GET \/charges\/chrg_test_\w+ is missing/,
    );
    expect(named(exam, 'failed')).toEqual(['unknown-charge']);
  });

  it('judges no effects without a probe, and says what is missing', async () => {
    const exam = await examOf(shopWith('example'), { probe: 'none', checkout: 'none' });
    expect(named(exam, 'failed')).toEqual([]);
    expect(named(exam, 'not_judged')).toEqual([
      'two-signatures',
      'same-event-twice',
      'same-event-at-once',
      'complete-before-create',
      'late-expiry',
      'two-attempts',
      'connection-closed',
      'webhook-and-redirect',
      'unknown-charge',
      'long-unicode',
      'api-recovers',
      'answer-lost',
    ]);
    expect(textsOf(exam, 'same-event-twice')).toContain('pass a probe');
    expect(textsOf(exam, 'webhook-and-redirect')).toContain('pass a checkout');
  });

  it('judges nothing more if a genuine event is refused, and says what to check', async () => {
    const exam = await examOf(shopWith('secret', ["'base64')", "'hex')"]));
    expect(named(exam, 'failed')).toEqual(['genuine-event']);
    expect(named(exam, 'not_judged')).toHaveLength(22);
    expect(textsOf(exam, 'no-signature')).toContain('check its secret key and webhook secret');
  });

  it('fails a shop that verifies JSON which it has written again', async () => {
    const rewritten = '.update(`${timestamp}.${JSON.stringify(JSON.parse(body))}`)';
    const exam = await examOf(shopWith('rewritten', ['.update(`${timestamp}.${body}`)', rewritten]));
    expect(named(exam, 'failed')).toEqual(['genuine-event']);
    expect(textsOf(exam, 'genuine-event')).toContain('It signs JSON that it parsed and printed again');
    expect(textsOf(exam, 'no-signature')).toContain('verifies the body as it arrived');
  });

  it('asks for a checkout if the shop does not know Tollgate’s orders', async () => {
    const exam = await examOf(shopWith('example'), { checkout: 'none', args: ['--only', 'genuine-event'] });
    expect(named(exam, 'not_judged')).toEqual(['genuine-event']);
    expect(textsOf(exam, 'genuine-event')).toContain('pass a checkout');
  });

  it('does not judge with a probe that lacks a field', async () => {
    const exam = await examOf(shopWith('example'), {
      args: ['--only', 'same-event-twice', '--expect', 'status,shipped'],
    });
    expect(named(exam, 'not_judged')).toEqual(['genuine-event', 'same-event-twice']);
    expect(textsOf(exam, 'genuine-event')).toContain('lacks shipped');
  });

  it('asks commands as well as URLs', async () => {
    const get = `curl -s http://127.0.0.1:PORT/orders/`;
    const command = (text: string): string => `f() { ${text}$1; }; f`;
    const exam = await examOf(shopWith('example'), {
      probe: command(get),
      checkout: command(get.replace('-s', '-s -X POST')),
      args: ['--only', 'same-event-twice'],
    });
    expect(named(exam, 'passed')).toEqual(['genuine-event', 'same-event-twice']);
  });

  it.each([
    ['prints more than 64 KiB', 'head -c 70000 /dev/zero #', 'more than 64 KiB of output'],
    ['fails', 'f() { echo no such table >&2; exit 3; }; f', 'exit code 3 no such table'],
  ])('does not judge with a probe that %s', async (_what, probe, problem) => {
    const exam = await examOf(shopWith('example'), { probe, args: ['--only', 'genuine-event'] });
    expect(exam.problem).toBe(null);
    expect(named(exam, 'not_judged')).toEqual(['genuine-event']);
    expect(textsOf(exam, 'genuine-event')).toContain(`${probe}: ${problem}`);
  });

  it('stops the exam if an answer is refused, and reports the reason', async () => {
    // As JSON each of these characters has six: the body is larger than Tollgate reads.
    const probe = String.raw`f() { head -c 60000 /dev/zero | tr '\000' '\001'; }; f`;
    const exam = await examOf(shopWith('example'), { probe, args: ['--only', 'genuine-event'] });
    expect(exam.problem).toContain('too large');
    expect(exam.cases.map(({ verdict }) => verdict)).toEqual([null]);
  });

  it('writes JUnit and HTML, names the docs, and repeats a case alone', async () => {
    const [junit, html] = [join(FOLDER, 'junit.xml'), join(FOLDER, 'report.html')];
    const shop = shopWith('stale', ['const MAX_AGE_S = 300', 'const MAX_AGE_S = 1e9']);
    const { code, stdout } = await examine(shop, {
      args: ['--only', 'stale-timestamp', '--junit', junit, '--html', html],
    });
    expect(code).toBe(5);
    expect(stdout).toContain('2 cases: 1 passed, 1 failed');
    expect(stdout).toContain('docs/exam-cases.md#stale-timestamp');
    expect(stdout).toMatch(/tollgate exam --receiver \S+ --probe '[^']+' .*--only stale-timestamp/);
    const xml = readFileSync(junit, 'utf8');
    expect(xml).toContain('tests="2" failures="1"');
    expect(xml).toMatch(
      /name="stale-timestamp: [^"]+" time="[\d.]+"><failure message="The endpoint returned 200/,
    );
    const report = readFileSync(html, 'utf8');
    expect(report).toContain('Omise-Signature');
    // Defects come first.
    expect([...report.matchAll(/<section id="([\w-]+)"/g)].map(([, name]) => name)).toEqual([
      'stale-timestamp',
      'genuine-event',
    ]);
    expect(report).not.toMatch(/<script|https?:\/\/(?!127\.0\.0\.1)/);
  });

  it('repeats a case with the command of the shop', async () => {
    const { stdout } = await examine(shopWith('deaf', ["('sha256', Buffer", "('sha512', Buffer"]), {
      args: ['--only', 'genuine-event', '--start', '50s'],
    });
    expect(stdout).toMatch(/ --settle 200ms --start 50s --only genuine-event -- \S+node \S+deaf\.mjs$/m);
  });

  it('repeats a case in its sandbox', async () => {
    const control = { TOLLGATE_CONTROL_URL: gateway.settings.controlUrl };
    const html = join(FOLDER, 'sandbox.html');
    const receiver = `http://127.0.0.1:${await steadyPort()}/webhooks`;
    await runCli(
      ['exam', '--sandbox', 'default', '--receiver', receiver, '--start', '0s', '--html', html],
      control,
    );
    expect(readFileSync(html, 'utf8')).toContain(
      `tollgate exam --sandbox default --receiver ${receiver} --start 0s --only no-signature<`,
    );
  });

  it('needs --three-d-secure to judge late expiries of card charges, which are otherwise paid at once', async () => {
    const shop = shopWith(
      'cards',
      [
        ': formOf(number, order, wish)',
        ": formOf(number, order, { method: 'card', card: await newToken() })",
      ],
      [
        'function show(',
        `async function newToken() {
  const { TOLLGATE_VAULT_URL: vault, TOLLGATE_PUBLIC_KEY: key } = process.env;
  const card = { name: 'Somchai', number: '4242424242424242', expiration_month: 12, expiration_year: 2040, security_code: 123 };
  const body = new URLSearchParams(Object.entries(card).map(([name, value]) => [\`card[\${name}]\`, value]));
  const headers = { authorization: \`Basic \${btoa(\`\${key}:\`)}\` };
  return (await (await fetch(\`\${vault}/tokens\`, { method: 'POST', body, headers })).json()).id;
}

function show(`,
      ],
    );
    const args = ['--only', 'late-expiry'];
    expect(named(await examOf(shop, { args }), 'not_judged')).toEqual(['late-expiry']);
    const { stdout } = await examine(shop, { args: ['--three-d-secure', ...args] });
    expect(stdout).toContain('2 cases: 2 passed');
  });

  it('refuses --three-d-secure for a given sandbox', async () => {
    const receiver = 'http://127.0.0.1:9/';
    const { code, stderr } = await runCli([
      'exam',
      '--sandbox',
      'shop-1',
      '--three-d-secure',
      '--receiver',
      receiver,
    ]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('run tollgate sandbox update shop-1 --three-d-secure'),
    ]);
  });

  it('refuses a command for a given sandbox', async () => {
    const { code, stderr } = await examine(shopWith('example'), { args: ['--sandbox', 'default'] });
    expect([code, stderr]).toEqual([2, expect.stringContaining('--sandbox excludes a command')]);
  });

  it('keeps a sandbox without a lifetime with --keep', async () => {
    const { stderr } = await examine(shopWith('example'), { args: ['--keep', '--only', 'genuine-event'] });
    const [, name = ''] = /^Kept sandbox (\S+): /m.exec(stderr) ?? [];
    const control = { TOLLGATE_CONTROL_URL: gateway.settings.controlUrl };
    const { stdout } = await runCli(['sandbox', 'get', name, '--json'], control);
    await runCli(['sandbox', 'rm', name], control);
    expect((JSON.parse(stdout) as { ttl: string | null }).ttl).toBe(null);
  });

  it('deletes its sandbox before a slow shop has ended', async () => {
    const shop = shopWith('slow', [
      'createServer((request',
      `process.on('SIGTERM', () =>
        setInterval(async () => {
          if ((await ask('/account')).status !== 401) return;
          console.log('the key is refused');
          process.exit();
        }, 50));
      createServer((request`,
    ]);
    const { stderr } = await examine(shop, { args: ['--only', 'genuine-event'] });
    expect(stderr).toContain('the key is refused');
  });

  it('reports no tokens of URLs, and no cookies', async () => {
    const [junit, html] = [join(FOLDER, 'tokens.xml'), join(FOLDER, 'tokens.html')];
    const shop = shopWith(
      'tokens',
      ["request.url === '/webhooks'", "request.url.startsWith('/webhooks')"],
      ['(request.url)', "(request.url.split('?')[0])"],
      [
        "{ 'content-type': 'application/json' }",
        "{ 'set-cookie': 'session=T0KEN', 'content-type': 'application/json' }",
      ],
      ['const MAX_AGE_S = 300', 'const MAX_AGE_S = 1e9'],
    );
    const options = {
      receiver: 'http://127.0.0.1:PORT/webhooks?key=T0KEN',
      probe: 'http://127.0.0.1:PORT/orders/{order}?key=T0KEN',
      checkout: 'http://127.0.0.1:PORT/orders/{order}?T0KEN',
      args: [
        '--only',
        'stale-timestamp,webhook-and-redirect',
        '--secret',
        Buffer.from('T0KEN: the secret of webhooks').toString('base64'),
      ],
    };
    const { stdout } = await examine(shop, {
      ...options,
      args: [...options.args, '--junit', junit, '--html', html],
      words: ['--api-key=T0KEN', '--password', 'T0KEN'],
    });
    const json = (await examine(shop, { ...options, args: [...options.args, '--json'] })).stdout;
    expect(stdout).toContain('3 cases: 2 passed, 1 failed');
    expect(stdout).toMatch(
      /--receiver '\S+\/webhooks\?key=\*\*\*' --probe '\S+\/orders\/{order}\?key=\*\*\*'/,
    );
    for (const text of [stdout, json, readFileSync(junit, 'utf8'), readFileSync(html, 'utf8')])
      expect(text).not.toMatch(/T0KEN|VDBLRU4/);
  });

  it('ends the children of the shop', async () => {
    const pids = join(FOLDER, 'pids');
    const child = `require('fs').appendFileSync('${pids}', process.pid + '\\n'); setInterval(() => 0, 1000)`;
    const start = `"${process.execPath}" -e "${child}" & "${process.execPath}" "${shopWith('parent')}"; true`;
    const port = String(await steadyPort());
    const url = `http://127.0.0.1:${port}`;
    const options = [
      '--receiver',
      `${url}/webhooks`,
      '--probe',
      `${url}/orders/{order}`,
      '--checkout',
      `${url}/orders/{order}`,
    ];
    const { code, stderr } = await runCli(
      ['exam', ...options, '--only', 'genuine-event', '--', 'sh', '-c', start],
      { TOLLGATE_CONTROL_URL: gateway.settings.controlUrl, PORT: port },
    );
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    const [pid] = readFileSync(pids, 'utf8').split('\n').map(Number);
    await until(() => !isRunning(pid ?? 0), 'a child of the shop is left');
  });

  it('does not judge a case whose probe command prints NUL, or leaves a child behind', async () => {
    const probe = "printf '{\\0}' #";
    const nul = await examOf(shopWith('nul'), { probe, args: ['--only', 'genuine-event'] });
    expect([nul.problem, named(nul, 'not_judged')]).toEqual([null, ['genuine-event']]);
    const paid = `sleep 78 & ${process.execPath} -e 'fetch(\`http://127.0.0.1:PORT/orders/\${process.argv[1]}\`).then((a) => a.text()).then(console.log)'`;
    const left = await examOf(shopWith('left'), { probe: paid, args: ['--only', 'genuine-event'] });
    expect(named(left, 'passed')).toEqual(['genuine-event']);
  });

  it('ends when the shop does', async () => {
    const { code, stderr } = await examine(
      shopWith('ending', ['import { createServer }', 'process.exit(7);\nimport { createServer }']),
    );
    expect(code).toBe(5);
    expect(stderr).toContain('tollgate: the shop ended before the exam (exit code 7)');
  });

  describe('writes the reports of the judged cases', () => {
    const [junit, html] = [join(FOLDER, 'ended.xml'), join(FOLDER, 'ended.html')];
    const args = ['--junit', junit, '--html', html];
    const expectReports = (problem: string): void => {
      expect(readFileSync(junit, 'utf8')).toMatch(/name="genuine-event: [^"]+" time="[\d.]+"><\/testcase>/);
      expect(readFileSync(junit, 'utf8')).toContain(`<error message="${problem}"/>`);
      expect(readFileSync(html, 'utf8')).toContain(problem);
    };

    it('if the shop ends in the middle', async () => {
      const shop = shopWith('dying', [
        'async function attempt(number, wish) {',
        'async function attempt(number, wish) {\n  if (orders.size === 2) process.exit(7);',
      ]);
      const { code, stderr, stdout } = await examine(shop, { args });
      expect([code, stderr]).toEqual([
        5,
        expect.stringContaining('the shop ended before the exam (exit code 7)'),
      ]);
      expect(stdout).toMatch(/^passed +no-signature .*\n[^]*23 cases: 2 passed,.* not run\n$/m);
      expectReports('the shop ended before the exam (exit code 7)');
    });

    it('if it is interrupted', async () => {
      const running = await begin(shopWith('example'), { args });
      await until(() => running.stdout().includes('genuine-event'), 'no case is judged');
      running.child.kill('SIGTERM');
      expect((await running.ended()).code).toBe(143);
      expectReports('ended by SIGTERM');
    });
  });

  it.each([
    ['an unknown case', ['--only', 'nothing'], 1, 'only has an unknown case nothing'],
    ['a wrong time to start', ['--start', 'soon'], 1, '--start must be a duration'],
    ['a report that cannot be written', ['--html', FOLDER], 2, 'cannot write the report: EISDIR'],
  ])('refuses %s with one line, before it starts the shop', async (_, args, code, message) => {
    const env = { TOLLGATE_CONTROL_URL: gateway.settings.controlUrl };
    const exam = ['exam', '--receiver', 'http://127.0.0.1:9/', ...args];
    for (const shop of [[], ['--', process.execPath, '-e', 'console.log("started")']]) {
      const ran = await runCli([...exam, ...shop], env);
      expect([ran.code, ran.stdout, ran.stderr.split('\n')]).toEqual([
        code,
        '',
        [expect.stringContaining(message), ''],
      ]);
    }
    const { stdout } = await runCli(['sandbox', 'list', '--json'], env);
    expect(stdout).not.toContain('"exam-');
  });

  it('ends with exit code 3 if no Tollgate answers', async () => {
    const url = `http://127.0.0.1:${await steadyPort()}`;
    const { code, stderr } = await runCli(['exam', '--receiver', 'http://127.0.0.1:9/'], {
      TOLLGATE_CONTROL_URL: url,
    });
    expect([code, stderr]).toEqual([
      3,
      `tollgate: Tollgate is not ready: ${url} does not answer (ECONNREFUSED)\n`,
    ]);
  });

  it('ends with a sentence if nothing listens at the receiver, and deletes its sandbox', async () => {
    const junit = join(FOLDER, 'unreachable.xml');
    const { code, stderr } = await runCli(
      [
        'exam',
        '--receiver',
        `http://127.0.0.1:${await steadyPort()}/webhooks`,
        '--only',
        'genuine-event',
        '--start',
        '1s',
        '--junit',
        junit,
      ],
      { TOLLGATE_CONTROL_URL: gateway.settings.controlUrl },
    );
    expect(code).toBe(5);
    expect(stderr).toMatch(/The receiver \S+ cannot be reached \(ECONNREFUSED\)/);
    expect(readFileSync(junit, 'utf8')).toMatch(/errors="1"[^]*<error message="The receiver /);
    const { stdout } = await runCli(['sandbox', 'list', '--json'], {
      TOLLGATE_CONTROL_URL: gateway.settings.controlUrl,
    });
    expect((JSON.parse(stdout) as { data: { name: string }[] }).data.map(({ name }) => name)).toEqual([
      'default',
    ]);
  });
});
