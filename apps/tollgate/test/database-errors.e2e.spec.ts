import { useOwnGateway } from './harness.js';

const gateway = useOwnGateway();
const SOURCE = { amount: 2000, currency: 'THB', type: 'promptpay' };

/** Each new source fails with this code, as PostgreSQL fails once it cannot use its files. */
async function failWith(code: string): Promise<void> {
  await gateway.database.$executeRawUnsafe(`
    CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not open file "base/5/1259"' USING ERRCODE = '${code}'; END $$`);
}

beforeAll(async () => {
  await failWith('58P01');
  await gateway.database.$executeRawUnsafe(
    'CREATE TRIGGER fail BEFORE INSERT ON source FOR EACH ROW EXECUTE FUNCTION fail()',
  );
});

it.each([
  ['58030', 503],
  ['58P01', 503],
  ['42501', 503],
  ['53200', 503],
  ['57P04', 503],
  ['XX001', 500],
])('an error of PostgreSQL with the code %s is answered %i', async (code, status) => {
  await failWith(code);
  const merchant = await gateway.account();
  const answer = await merchant.post('/sources', SOURCE);
  expect([answer.status, answer.headers['retry-after']]).toEqual([status, status === 503 ? '1' : undefined]);
});
