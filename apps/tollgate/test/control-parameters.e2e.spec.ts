import { CONTROL_OPERATIONS, type ControlOperation } from './control-operations.js';
import { useOwnGateway } from './harness.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const gateway = useOwnGateway();
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await createSandbox(gateway);
});

/** Its body is a file, and has no parameters. */
const TAKES_A_FILE = '/api/sandboxes/{name}/import';

/** The emulated API ignores unknown parameters. */
const OPERATIONS = CONTROL_OPERATIONS.filter(
  ({ path }) => path.startsWith('/api/') && !path.includes('{mode}'),
);

async function refusalOf(
  verb: ControlOperation['verb'],
  path: string,
  query: object,
  body?: object,
): Promise<string> {
  const named = path.replace('{name}', sandbox.name).replaceAll(/\{\w+\}/g, 'any');
  const call = control(gateway)[verb](named).query(query);
  const { status, body: answer } = await (body ? call.send(body) : call);
  expect([verb, path, status]).toEqual([verb, path, 400]);
  return (answer as { message: string }).message;
}

describe('an unknown parameter of a control route', () => {
  it.each(OPERATIONS)('is rejected in the query of $verb $path', async ({ verb, path, queries, body }) => {
    const takes = queries.length > 0 ? queries.join(', ') : 'none';
    const expected = body
      ? 'send the parameters of this request in its body'
      : `afer is not a parameter of this request; it accepts ${takes}`;
    expect(await refusalOf(verb, path, { afer: '1' })).toContain(expected);
  });

  it.each(OPERATIONS.filter(({ verb, path }) => verb !== 'get' && path !== TAKES_A_FILE))(
    'is rejected in the body of $verb $path',
    async ({ verb, path }) => {
      expect(await refusalOf(verb, path, {}, { tpye: 1 })).toContain(
        'tpye is not a parameter of this request; it accepts ',
      );
    },
  );

  it('is rejected in the body of a GET, which accepts known ones', async () => {
    expect(await refusalOf('get', '/api/sandboxes/{name}/events', {}, { limt: 1 })).toContain(
      'limt is not a parameter',
    );
    await control(gateway).get(`/api/sandboxes/${sandbox.name}/events`).send({ limit: 1 }).expect(200);
  });

  it('changes nothing', async () => {
    expect(await sandbox.isOpen()).toBe(true);
    expect(await gateway.database.sandbox.count()).toBe(2);
  });

  it('is ignored by health checks', async () => {
    await control(gateway).get('/healthz?unknown=1').expect(200);
  });
});

describe('an empty object as a parameter of a control route', () => {
  it.each([
    ['webhooks/release', { order: {} }, /^order must be/],
    ['deliveries/redeliver', { status: {} }, /^status must be/],
    ['clock/advance', { by: {} }, /^by must be/],
  ])('is not treated as missing: %s with %j is rejected', async (path, body, message) => {
    expect(await refusalOf('post', `/api/sandboxes/{name}/${path}`, {}, body)).toMatch(message);
  });
});
