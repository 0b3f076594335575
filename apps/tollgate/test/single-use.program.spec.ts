import request from 'supertest';
import { hostPorts } from '../../../proof/rig/ports.js';
import { startProgram, type Program } from '../../../proof/rig/program.js';
import type { TokenBody } from './answers.js';
import { GOOD_CARD } from './merchant.js';
import { createDatabase } from './test-database.js';

const ROUNDS = 10;
const PUBLIC_KEY = 'pkey_test_tollgate';
const SECRET_KEY = 'skey_test_tollgate';

interface Instance {
  readonly process: Program;
  readonly apiUrl: string;
  readonly vaultUrl: string;
}

let instances: readonly [Instance, Instance];

/** Two whole Tollgates, each a process of its own, on one database. */
beforeAll(async () => {
  const databaseUrl = await createDatabase();
  instances = [await startOn(databaseUrl), await startOn(databaseUrl)];
  await Promise.all(instances.map(({ process }) => process.ready()));
});

afterAll(async () => {
  for (const { process } of instances) process.child.kill('SIGTERM');
  expect(await Promise.all(instances.map(({ process }) => process.ended()))).toEqual([0, 0]);
});

async function startOn(databaseUrl: string): Promise<Instance> {
  const ports = await hostPorts();
  const process = startProgram({ ...ports, DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' });
  return {
    process,
    apiUrl: `http://127.0.0.1:${ports.API_PORT}`,
    vaultUrl: `http://127.0.0.1:${ports.VAULT_PORT}`,
  };
}

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
}

async function token(): Promise<string> {
  const { body } = await request(instances[0].vaultUrl)
    .post('/tokens')
    .auth(PUBLIC_KEY, '')
    .send({ card: GOOD_CARD });
  return (body as TokenBody).id;
}

async function send(
  { apiUrl }: Instance,
  method: 'post' | 'patch',
  path: string,
  body: object,
): Promise<Answer> {
  const answer = await request(apiUrl)[method](path).auth(SECRET_KEY, '').send(body);
  return { status: answer.status, code: (answer.body as { code?: string }).code };
}

const charge = (instance: Instance, card: string): Promise<Answer> =>
  send(instance, 'post', '/charges', { amount: 100_000, currency: 'THB', card });
const attach = (instance: Instance, card: string): Promise<Answer> =>
  send(instance, 'post', '/customers', { card });

async function attachToAnother(instance: Instance, card: string): Promise<Answer> {
  const { body } = await request(instance.apiUrl).post('/customers').auth(SECRET_KEY, '').send({});
  return send(instance, 'patch', `/customers/${(body as { id: string }).id}`, { card });
}

type Use = typeof charge;

describe('a token used by two processes at the same time', () => {
  it.each<[string, Use, Use]>([
    ['for a charge each', charge, charge],
    ['for a new customer each', attach, attach],
    ['for a charge and a new customer', charge, attach],
    ['for a charge and a customer’s update', charge, attachToAnother],
    ['for two customers’ updates', attachToAnother, attachToAnother],
  ])('works for exactly one request: %s', async (_, one, other) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const card = await token();
      const answers = await Promise.all([one(instances[0], card), other(instances[1], card)]);
      expect(answers.toSorted((a, b) => a.status - b.status)).toEqual([
        { status: 200, code: undefined },
        { status: 400, code: 'used_token' },
      ]);
    }
  });

  it('works for one of many', async () => {
    const card = await token();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 3 === 0 ? attach : charge)(instances[index % 2 === 0 ? 0 : 1], card),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'used_token')).toHaveLength(19);
  });
});
