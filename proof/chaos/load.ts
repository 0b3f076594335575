import { setTimeout as delay } from 'node:timers/promises';
import { Agent } from 'undici';
import type { TollgateProcess } from '../rig/tollgate-process.js';
import { pickMember, send } from './client.js';
import { outcomeOf, type Call, type Try } from './history.js';
import type { Merchant } from './merchants.js';
import { nextWish, type Wish } from './operations.js';
import type { Pace } from './pace.js';
import type { Random } from './random.js';
import { Shop } from './shop.js';

/** Time limits of a client for a response: during the faults, and after the recovery on a slow machine. */
const PATIENCE_MS = 4_000;
const HEALED_PATIENCE_MS = 30_000;
const LONGEST_THOUGHT_MS = 80;
/** Probability and number of concurrent requests for one charge. */
const RUSH = 0.2;
const RIVALS = 4;
/**
 * Probabilities of sending an Idempotency-Key, of sending it twice at once, and of a retry without a
 * response.
 */
const KEYED = 0.6;
const TWICE_AT_ONCE = 0.08;
const AGAIN = 0.6;
const MAX_ROUNDS = 5;
const LONGEST_WAIT_BEFORE_AGAIN_MS = 800;
/** Retries of unanswered requests after the recovery, and their delay on a fast and on a slow machine. */
const LAST_TRIES = 3;
const LAST_TRIES_UNTIMED = 60;
const LAST_TRIES_APART_MS = 1_000;

type MutableCall = Call & { readonly tries: Try[]; readonly send: () => Promise<void> };

/** Clients that send random requests, and record them with their responses. */
export class Load {
  private readonly recorded: MutableCall[] = [];
  private readonly shops: readonly Shop[];
  private readonly stopping = new AbortController();
  private agent = new Agent();
  private isHealed = false;
  private clients: Promise<void>[] = [];

  constructor(
    merchants: readonly Merchant[],
    private readonly members: readonly TollgateProcess[],
    private readonly random: Random,
    private readonly pace: Pick<Pace, 'clientsPerMerchant' | 'isTimed'>,
  ) {
    this.shops = merchants.map((merchant) => new Shop(merchant));
  }

  get calls(): readonly Call[] {
    return this.recorded;
  }

  start(): void {
    this.clients = this.shops.flatMap((shop, index) =>
      Array.from({ length: this.pace.clientsPerMerchant }, (_, number) =>
        this.run(shop, `${index}${number}`, this.random.fork()),
      ),
    );
  }

  /** From now on, waits long enough for every response. */
  heal(): void {
    this.isHealed = true;
    // Drops the connections to killed processes.
    void this.agent.destroy();
    this.agent = new Agent();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.clients);
  }

  /** Repeats unanswered requests with a key until they have a response; the key makes this safe. */
  async askAgain(): Promise<void> {
    const open = this.recorded.filter((call) => call.key !== null && outcomeOf(call) === 'unknown');
    const { isTimed } = this.pace;
    for (const call of open) {
      for (
        let round = 0;
        round < (isTimed ? LAST_TRIES : LAST_TRIES_UNTIMED) && outcomeOf(call) === 'unknown';
        round += 1
      ) {
        if (round > 0 && !isTimed) await delay(LAST_TRIES_APART_MS);
        await call.send();
      }
    }
  }

  async close(): Promise<void> {
    this.stopping.abort();
    await this.agent.destroy();
  }

  private async run(shop: Shop, name: string, random: Random): Promise<void> {
    for (let number = 1; !this.stopping.signal.aborted; number += 1) {
      await (random.chance(RUSH)
        ? this.rush(shop, `${name}-${number}`, random)
        : this.want(shop, shop, `${name}-${number}`, random));
      await delay(random.integer(0, LONGEST_THOUGHT_MS));
    }
  }

  /** Sends conflicting requests at once about a charge, token, source or dispute. Most of them must fail. */
  private async rush(shop: Shop, name: string, random: Random): Promise<void> {
    const view = shop.closeUp(random);
    const rivals = Array.from({ length: RIVALS }, () => random.fork());
    await Promise.all(rivals.map((rival, index) => this.want(shop, view, `${name}-${index}`, rival)));
  }

  private async want(shop: Shop, view: Shop, name: string, random: Random): Promise<void> {
    const tag = `request ${name}`;
    const wish = nextWish(view, random, tag);
    if (wish) await this.ask(shop, wish, tag, random.fork());
  }

  private async ask(shop: Shop, wish: Wish, tag: string, random: Random): Promise<void> {
    const { kind, target, body: sent, role } = wish;
    // A customer's click on a page has no headers.
    const key = role !== 'pay' && random.chance(KEYED) ? tag : null;
    const tries: Try[] = [];
    const sendOnce = async (): Promise<void> => {
      tries.push(await this.sendTo(shop.merchant, wish, key, random));
    };
    const call = { tag, kind, target, key, sent, tries, send: sendOnce };
    this.recorded.push(call);
    await Promise.all(key !== null && random.chance(TWICE_AT_ONCE) ? [sendOnce(), sendOnce()] : [sendOnce()]);
    for (
      let round = 1;
      round < MAX_ROUNDS && key !== null && outcomeOf(call) === 'unknown' && random.chance(AGAIN);
      round += 1
    ) {
      await delay(random.integer(0, LONGEST_WAIT_BEFORE_AGAIN_MS));
      await sendOnce();
    }
    shop.learn(call);
  }

  private async sendTo(
    { publicKey, secretKey }: Merchant,
    wish: Wish,
    key: string | null,
    random: Random,
  ): Promise<Try> {
    const { role, method, path, body } = wish;
    const { url, place } = pickMember(this.members, role, random);
    const isHealed = this.isHealed;
    const user = role === 'vault' ? publicKey : secretKey;
    const sending = { method, url: `${url}${path}`, body, user, idempotencyKey: key };
    const answer = await send(sending, this.agent, isHealed ? HEALED_PATIENCE_MS : PATIENCE_MS);
    return { process: place.name, ...answer, isHealed };
  }
}
