import { setTimeout as delay } from 'node:timers/promises';
import type { TollgateProcess } from '../rig/tollgate-process.js';
import { isoSeconds, HOUR_MS, SECOND_MS } from '../../libs/kernel/time.js';
import type { Pace } from './pace.js';
import type { Random } from './random.js';
import type { ChaosReceiver } from './receivers.js';
import { SandboxClient, type Known } from './sandbox-client.js';
import { bodyOf, isDone, type AdvanceAnswer, type SandboxLife } from './sandbox-history.js';
import { SandboxTrade } from './sandbox-trade.js';

/** Time limit of an advance. */
const MAX_REAL = '3s';
/** Time limit of an advance after the recovery, also on a slow machine, and the number of its continuations. */
const SETTLING_MAX_REAL = '20s';
const SETTLING_ROUNDS = 5;
/** Limits of a sandbox's acts and contents, so that all fit in one list. */
const ACTS = { fewest: 3, most: 12 };
const MAX_CHARGES = 20;
const LIST = '?limit=100&order=chronological';
/** Hours of a sandbox's time: few, so that several charges are due at one instant. */
const LATEST_EXPIRY_H = 24;
const LONGEST_ADVANCE_H = 30;
const SHORT_LIVED = 0.3;
/** TTL of short-lived sandboxes, in seconds. */
const TTL_S = { shortest: 2, longest: 4 };
const STANDS = 0.7;
/** Number of sandboxes settled concurrently after the recovery. */
const SETTLED_AT_ONCE = 4;

/** Clients that create sandboxes, advance and reset them, and record requests and responses. */
export class SandboxLoad {
  private readonly known: Known[] = [];
  private readonly client: SandboxClient;
  private readonly trade: SandboxTrade;
  private clients: Promise<void>[] = [];

  constructor(
    members: readonly TollgateProcess[],
    private readonly receivers: readonly ChaosReceiver[],
    private readonly random: Random,
    private readonly pace: Pick<Pace, 'sandboxClients'>,
  ) {
    this.client = new SandboxClient(members);
    this.trade = new SandboxTrade(this.client);
  }

  get lives(): readonly SandboxLife[] {
    return this.known.map(({ life }) => life);
  }

  start(): void {
    this.clients = Array.from({ length: this.pace.sandboxClients }, (_, number) =>
      this.run(`chaos-${number}`, this.random.fork()),
    );
  }

  heal(): void {
    this.client.heal();
  }

  async stop(): Promise<void> {
    this.client.stopping.abort();
    await Promise.all(this.clients);
  }

  /** Advances every remaining sandbox's clock until nothing is due. */
  async settle(): Promise<void> {
    const waiting = this.known.filter(({ life, isLeft }) => !isLeft && life.ttlMs === null);
    this.client.settle();
    const random = this.random.fork();
    const work = async (): Promise<void> => {
      for (let one = waiting.shift(); one; one = waiting.shift()) {
        for (let round = 0, isDone = false; !isDone && round < SETTLING_ROUNDS; round += 1)
          isDone = await this.advance(one, { until: 'idle', max_real: SETTLING_MAX_REAL }, random);
      }
    };
    await Promise.all(Array.from({ length: SETTLED_AT_ONCE }, work));
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private async run(name: string, random: Random): Promise<void> {
    for (let number = 1; !this.client.stopping.signal.aborted; number += 1)
      await this.live(`${name}-${number}`, random);
  }

  private async live(name: string, random: Random): Promise<void> {
    const one = await this.make(name, random);
    for (let acts = random.integer(ACTS.fewest, ACTS.most); acts > 0 && this.goesOn(one); acts -= 1) {
      await this.charge(one, random);
      await random.weighted(this.acts)(one, random);
    }
    if (this.goesOn(one)) await this.trade.schedule(one, random);
  }

  private readonly acts: readonly {
    readonly weight: number;
    readonly value: (one: Known, random: Random) => Promise<void>;
  }[] = [
    { weight: 3, value: (one, random) => this.charge(one, random) },
    {
      weight: 4,
      value: async (one, random) => void (await this.advance(one, this.nextAdvance(random), random)),
    },
    { weight: 2, value: (one, random) => this.advanceTwice(one, random) },
    { weight: 2, value: (one, random) => this.advanceAndCharge(one, random) },
    { weight: 3, value: (one, random) => this.reset(one, random) },
    { weight: 3, value: (one, random) => this.resetMeanwhile(one, random) },
    { weight: 3, value: (one, random) => this.goBack(one, random) },
    {
      weight: 3,
      value: (one, random) => this.trade.payOut(one, random, (by) => this.advance(one, { by }, random)),
    },
    { weight: 2, value: (one, random) => this.trade.schedule(one, random) },
    { weight: 1, value: (one, random) => this.moveClock(one, 'freeze', random) },
    { weight: 1, value: (one, random) => this.moveClock(one, 'resume', random) },
    { weight: 1, value: (one, random) => this.look(one, random) },
  ];

  private goesOn({ isLeft }: Known): boolean {
    return !isLeft && !this.client.stopping.signal.aborted;
  }

  private async make(name: string, random: Random): Promise<Known> {
    const receiver = random.pick(this.receivers.filter(({ temper }) => temper !== 'broken'));
    const ttlS = random.chance(SHORT_LIVED) ? random.integer(TTL_S.shortest, TTL_S.longest) : undefined;
    const uri = receiver.uri(`sandbox-${name}`);
    const body = {
      name,
      if_exists: 'reuse',
      webhook_uri: uri,
      clock: { frozen: random.chance(STANDS) },
      ...(ttlS === undefined ? {} : { ttl: `${ttlS}s` }),
    };
    const life = { name, uri, ttlMs: ttlS === undefined ? null : ttlS * SECOND_MS, steps: [] };
    const one: Known = { life, secretKey: '', publicKey: '', now: 0, charges: [], isLeft: false };
    this.known.push(one);
    const made = await this.client.control(one, { kind: 'make', method: 'POST', path: '', body }, random);
    if (!isDone(made)) one.isLeft = true;
    else
      ({ secret_key: one.secretKey, public_key: one.publicKey } = bodyOf<{
        test: { secret_key: string; public_key: string };
      }>(made).test);
    return one;
  }

  private async charge(one: Known, random: Random): Promise<void> {
    const { charges, life } = one;
    if (charges.length >= MAX_CHARGES) return;
    const dueAt = new Date(one.now + random.integer(1, LATEST_EXPIRY_H) * HOUR_MS);
    const body = {
      amount: 2_000,
      currency: 'MYR',
      source: { type: 'boost' },
      return_uri: 'https://shop.example/return',
      expires_at: isoSeconds(dueAt),
      metadata: { sandbox: life.name },
    };
    const made = await this.client.ask(
      one,
      { kind: 'charge', method: 'POST', path: '/charges', body },
      this.client.pick('api', random),
    );
    if (!isDone(made)) return;
    const { id, authorize_uri: page } = bodyOf<{ id: string; authorize_uri: string }>(made);
    one.charges.push({ id, page: new URL(page).pathname });
  }

  private nextAdvance(random: Random): object {
    const how = random.chance(0.6)
      ? { by: `${random.integer(1, LONGEST_ADVANCE_H)}h` }
      : { until: random.pick(['idle', 'next']) };
    return { ...how, ...(random.chance(0.2) ? { wait: 'state' } : {}) };
  }

  /** Returns true if the status is `done`. */
  private async advance(one: Known, how: object, random: Random): Promise<boolean> {
    const body = { max_real: MAX_REAL, ...how };
    const walked = await this.client.control(
      one,
      { kind: 'advance', method: 'POST', path: `/${one.life.name}/clock/advance`, body },
      random,
    );
    const isWalked = isDone(walked) && bodyOf<AdvanceAnswer>(walked).status === 'done';
    if (isWalked) await this.readBack(one, random);
    return isWalked;
  }

  private async advanceTwice(one: Known, random: Random): Promise<void> {
    const rivals = [random.fork(), random.fork()];
    await Promise.all(rivals.map((rival) => this.advance(one, this.nextAdvance(rival), rival)));
  }

  private async advanceAndCharge(one: Known, random: Random): Promise<void> {
    const other = random.fork();
    await Promise.all([this.advance(one, this.nextAdvance(random), random), this.charge(one, other)]);
  }

  private async resetMeanwhile(one: Known, random: Random): Promise<void> {
    const other = random.fork();
    const later = async (): Promise<void> => {
      await delay(random.integer(0, 100));
      await this.reset(one, random);
    };
    await Promise.all([this.advance(one, this.nextAdvance(other), other), later()]);
  }

  /** Reads every object before and after the reset, so that processes cache it. */
  private async reset(one: Known, random: Random): Promise<void> {
    const old = one.charges;
    await this.lookEverywhere(one, old, random);
    const from = one.life.steps.length;
    const answer = await this.client.control(
      one,
      { kind: 'reset', method: 'POST', path: `/${one.life.name}/reset` },
      random,
    );
    one.charges = [];
    const isSure = one.life.steps.slice(from).every((step) => step.kind !== 'reset' || isDone(step));
    if (isDone(answer)) await Promise.all([this.lookEverywhere(one, old, random), this.look(one, random)]);
    if (!isSure) one.isLeft = true;
  }

  /**
   * Saves a snapshot, creates objects and restores it. Reads these objects before the restore, so that processes
   * cache them, and after it.
   */
  private async goBack(one: Known, random: Random): Promise<void> {
    const kept = one.charges;
    const name = `at-${one.life.steps.length}`;
    const path = `/${one.life.name}/snapshots`;
    if (
      !isDone(await this.client.control(one, { kind: 'save', method: 'POST', path, body: { name } }, random))
    )
      return;
    one.charges = [...kept];
    for (let charges = random.integer(0, 2); charges > 0; charges -= 1) await this.charge(one, random);
    const undone = one.charges.filter((charge) => !kept.includes(charge));
    await this.lookEverywhere(one, undone, random);
    const from = one.life.steps.length;
    const answer = await this.client.control(
      one,
      { kind: 'restore', method: 'POST', path: `${path}/${name}/restore` },
      random,
    );
    one.charges = kept;
    const isSure = one.life.steps.slice(from).every((step) => step.kind !== 'restore' || isDone(step));
    if (isDone(answer) && isSure)
      await Promise.all([this.lookEverywhere(one, undone, random), this.look(one, random)]);
    if (!isSure) one.isLeft = true;
  }

  private async lookEverywhere(one: Known, old: Known['charges'], random: Random): Promise<void> {
    const [gone] = random.shuffled(old);
    await Promise.all(
      this.client.members.flatMap((member) => {
        const { role } = member.place;
        if (role === 'pay' && gone)
          return [
            this.client.ask(one, { kind: 'page', method: 'GET', path: gone.page, target: gone.id }, member),
          ];
        if (role !== 'api') return [];
        return [
          this.client.ask(one, { kind: 'charges', method: 'GET', path: `/charges${LIST}` }, member),
          this.client.ask(one, { kind: 'events', method: 'GET', path: `/events${LIST}` }, member),
          ...(gone
            ? [
                this.client.ask(
                  one,
                  { kind: 'find', method: 'GET', path: `/charges/${gone.id}`, target: gone.id },
                  member,
                ),
              ]
            : []),
        ];
      }),
    );
  }

  private async moveClock(one: Known, kind: 'freeze' | 'resume', random: Random): Promise<void> {
    await this.client.control(
      one,
      { kind, method: 'POST', path: `/${one.life.name}/clock/${kind}`, body: {} },
      random,
    );
    await this.look(one, random);
  }

  private async look(one: Known, random: Random): Promise<void> {
    await this.client.control(one, { kind: 'clock', method: 'GET', path: `/${one.life.name}/clock` }, random);
  }

  private async readBack(one: Known, random: Random): Promise<void> {
    for (const kind of ['charges', 'events'] as const) {
      await this.client.untilAnswered(one, { kind, method: 'GET', path: `/${kind}${LIST}` }, 'api', random);
    }
  }
}
