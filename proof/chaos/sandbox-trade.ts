import { DAY_MS } from '../../libs/kernel/time.js';
import type { Random } from './random.js';
import type { Ask, Known, SandboxClient } from './sandbox-client.js';
import { bodyOf, isDone, type Step } from './sandbox-history.js';

const EARNED = 100_000;
/** Time in which transfers are sent and paid. */
const UNTIL_PAID = '2d';
/** Concurrent transfers, which together can exceed the balance. */
const TRANSFERS = 3;
const LARGEST_TRANSFER = 60_000;
/** Limits of a sandbox's contents, so that all events fit in one list. */
const MOST_EARNINGS = 3;
const SCHEDULED_DAYS = 3;
const CARD = {
  number: '4242424242424242',
  name: 'chaos',
  expiration_month: 12,
  expiration_year: 2040,
  security_code: '123',
};

/** Earns money in sandboxes, and transfers it by requests and by schedules. */
export class SandboxTrade {
  constructor(private readonly client: SandboxClient) {}

  /** Earns money, transfers it, and advances until the transfers are paid. */
  async payOut(one: Known, random: Random, wait: (duration: string) => Promise<unknown>): Promise<void> {
    await this.earn(one, random);
    await this.transfer(one, random);
    await wait(UNTIL_PAID);
  }

  /** A charge that is paid at once. */
  private async earn(one: Known, random: Random): Promise<void> {
    if (countOf(one, 'earn') >= MOST_EARNINGS) return;
    const card = await this.tokenOf(one, random);
    if (card !== undefined)
      await this.post(
        one,
        { kind: 'earn', path: '/charges', body: { amount: EARNED, currency: 'THB', card } },
        random,
      );
  }

  /** Concurrent transfers to the default recipient. */
  private async transfer(one: Known, random: Random): Promise<void> {
    if (countOf(one, 'transfer') >= MOST_EARNINGS * TRANSFERS) return;
    const rivals = Array.from({ length: TRANSFERS }, () => random.fork());
    await Promise.all(
      rivals.map((rival) =>
        this.post(
          one,
          { kind: 'transfer', path: '/transfers', body: { amount: rival.integer(5_000, LARGEST_TRANSFER) } },
          rival,
        ),
      ),
    );
  }

  /** A schedule of a few days, of charges or of transfers. */
  async schedule(one: Known, random: Random): Promise<void> {
    if (countOf(one, 'schedule') > 0) return;
    const what = random.chance(0.5)
      ? { charge: { customer: await this.customerOf(one, random), amount: 2_000 } }
      : { transfer: { recipient: await this.recipientOf(one, random), amount: 5_000 } };
    const end_date = new Date(one.now + SCHEDULED_DAYS * DAY_MS).toISOString().slice(0, 10);
    await this.post(
      one,
      { kind: 'schedule', path: '/schedules', body: { every: 1, period: 'day', end_date, ...what } },
      random,
    );
  }

  private async customerOf(one: Known, random: Random): Promise<string | undefined> {
    const card = await this.tokenOf(one, random);
    const made = await this.post(one, { kind: 'customer', path: '/customers', body: { card } }, random);
    return isDone(made) ? bodyOf<{ id: string }>(made).id : undefined;
  }

  private async recipientOf(one: Known, random: Random): Promise<string | undefined> {
    const found = await this.client.ask(
      one,
      { kind: 'recipients', method: 'GET', path: '/recipients' },
      this.client.pick('api', random),
    );
    return isDone(found) ? bodyOf<{ data: { id: string }[] }>(found).data[0]?.id : undefined;
  }

  private async tokenOf(one: Known, random: Random): Promise<string | undefined> {
    const ask = { kind: 'token', method: 'POST', path: '/tokens', body: { card: CARD } } as const;
    const made = await this.client.ask(one, ask, this.client.pick('vault', random));
    return isDone(made) ? bodyOf<{ id: string }>(made).id : undefined;
  }

  private post(one: Known, ask: Omit<Ask, 'method'>, random: Random): Promise<Step> {
    return this.client.ask(one, { ...ask, method: 'POST' }, this.client.pick('api', random));
  }
}

const countOf = ({ life }: Known, kind: Step['kind']): number =>
  life.steps.filter((step) => step.kind === kind).length;
