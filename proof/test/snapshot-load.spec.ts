import { useOwnGateway } from '../../apps/tollgate/test/harness.js';
import { useReceiver } from '../../apps/tollgate/test/receiver.js';
import { createSandbox, type Sandbox } from '../../apps/tollgate/test/sandbox.js';
import { fill, snapshotsOf } from '../../apps/tollgate/test/snapshots.js';

/** Two gateways on one database stand for two processes: they share nothing else. */
const gateway = useOwnGateway();
const twin = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl }));
const receiver = useReceiver();
const ROUNDS = 15;
const BOOST = {
  amount: 2000,
  currency: 'MYR',
  source: { type: 'boost' },
  return_uri: 'https://shop.example/return',
};

/** Merchants that send requests until stopped, with their responses and charges. */
class Merchants {
  readonly statuses = new Set<number>();
  readonly made: string[] = [];
  private isOver = false;
  private readonly work: Promise<void>[];

  constructor(
    private readonly sandbox: Sandbox,
    private readonly customer: string,
    private readonly paid: string,
  ) {
    this.work = [gateway, twin].flatMap((at) => [
      this.create(at),
      this.chargeSavedCard(at),
      this.refund(at),
      this.attach(at),
    ]);
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.work);
  }

  private async create(at: typeof gateway): Promise<void> {
    while (!this.isOver) {
      const { id } = await this.post('/charges', BOOST, at);
      if (id !== undefined) await this.post(`/charges/${id}/mark_as_paid`, {}, at);
    }
  }

  /** A new row that refers to an old one, which does not change. */
  private async chargeSavedCard(at: typeof gateway): Promise<void> {
    while (!this.isOver)
      await this.post('/charges', { amount: 100_000, currency: 'THB', customer: this.customer }, at);
  }

  private async refund(at: typeof gateway): Promise<void> {
    while (!this.isOver) await this.post(`/charges/${this.paid}/refunds`, { amount: 10 }, at);
  }

  private async attach(at: typeof gateway): Promise<void> {
    for (let number = 0; !this.isOver; number += 1) {
      const { status } = await this.sandbox
        .patch(`/customers/${this.customer}`, { description: `number ${number}` })
        .set('Idempotency-Key', `${number} ${at.settings.apiPort}`);
      this.statuses.add(status);
    }
  }

  private async post(path: string, form: object, at: typeof gateway): Promise<{ id?: string }> {
    const { status, body } = await this.sandbox.post(path, form, at);
    this.statuses.add(status);
    const { id } = body as { id?: string };
    if (status !== 200) return {};
    if (path === '/charges' && id !== undefined) this.made.push(id);
    return body as { id?: string };
  }
}

describe('a sandbox under load', () => {
  it('is saved and restored repeatedly, exactly as in the snapshot', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    const { customer, paid } = await fill(sandbox);
    const snapshots = snapshotsOf(sandbox);
    await snapshots.save().expect(200);
    const saved = (
      await gateway.database.charge.findMany({ where: { accountId: await sandbox.accountId() } })
    ).map(({ id }) => id);
    const merchants = new Merchants(sandbox, customer, paid);
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = [...merchants.made];
      const { status, body } = await snapshots.restore();
      expect([status, body]).toEqual([200, expect.objectContaining({ object: 'restore' })]);
      const there = new Set(
        (await gateway.database.charge.findMany({ where: { accountId: await sandbox.accountId() } })).map(
          ({ id }) => id,
        ),
      );
      expect(saved.filter((id) => !there.has(id))).toEqual([]);
      expect(before.filter((id) => there.has(id))).toEqual([]);
    }
    await merchants.stop();
    expect([...merchants.statuses].filter((status) => ![200, 400, 404, 503].includes(status))).toEqual([]);
    expect(merchants.statuses.has(200)).toBe(true);
  });

  it('is saved at one moment: every charge with its events, every refund with its money', async () => {
    const sandbox = await createSandbox(gateway);
    const { customer, paid } = await fill(sandbox);
    const snapshots = snapshotsOf(sandbox);
    const merchants = new Merchants(sandbox, customer, paid);
    for (let round = 0; round < ROUNDS; round += 1) await snapshots.save(`n-${round}`).expect(200);
    await merchants.stop();
    const torn = await gateway.database.$queryRaw`
      SELECT snapshot_id, charge.id FROM snapshot.charge JOIN snapshot ON snapshot.id = snapshot_id
      WHERE sandbox_name = ${sandbox.name} AND (
        NOT EXISTS (SELECT FROM snapshot.event WHERE event.snapshot_id = charge.snapshot_id AND object_id = charge.id)
        OR refunded_amount <> (SELECT coalesce(sum(amount), 0) FROM snapshot.refund WHERE refund.snapshot_id = charge.snapshot_id AND charge_id = charge.id)
        OR (transaction_id IS NOT NULL AND NOT EXISTS (
          SELECT FROM snapshot.transaction WHERE transaction.snapshot_id = charge.snapshot_id AND transaction.id = transaction_id)))`;
    expect(torn).toEqual([]);
    const late = await gateway.database.$queryRaw`
      SELECT name FROM snapshot JOIN snapshot.event ON snapshot_id = snapshot.id WHERE sandbox_name = ${sandbox.name} AND event.created_at > at`;
    expect(late).toEqual([]);
    await snapshots.restore('n-7').expect(200);
    const { body } = await sandbox.get('/balance');
    const [sum] = await gateway.database.$queryRaw<{ total: number }[]>`
      SELECT sum(CASE direction WHEN 'credit' THEN amount ELSE -amount END)::int AS total FROM transaction WHERE account_id = ${await sandbox.accountId()}
        AND NOT livemode AND currency = 'THB'`;
    expect((body as { total: number }).total).toBe(sum?.total);
  });
});
