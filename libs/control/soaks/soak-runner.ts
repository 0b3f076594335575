import { Injectable } from '@nestjs/common';
import { MINUTE_MS } from '#kernel/time.js';
import type { ShopRun } from '#platform/database/generated/client.js';
import type { Account } from '#engine/accounts/account.js';
import { NotPossible } from '../shops/order-run.js';
import { ShopRunStore } from '../shops/shop-run.store.js';
import { ShopRunner, type RunningShop } from '../shops/shop-runner.js';
import { drawPlan } from './rules/draw-plan.js';
import { Random } from './rules/random.js';
import { shrink } from './rules/shrink.js';
import { isOfOrder, onlyOrders, type SoakPlan } from './rules/soak-plan.js';
import { tell } from './rules/story.js';
import { SoakJudge, type Broken } from './soak-judge.js';
import { SoakLooks, type Learned } from './soak-looks.js';
import { SoakPlayer, type PlayedOrder } from './soak-player.js';
import { NO_RESULTS, parametersOf, type SoakFindingView, type SoakResults } from './soak.view.js';

/** Orders that are mixed with each other. A finding is looked for after each wave. */
const WAVE = 20;
/** Limits of the search for a smaller plan. */
const MAX_TRIES = 100;
const MAX_SHRINK_MS = 2 * MINUTE_MS;
/** The most exchanges of a finding. */
const MAX_ENTRIES = 300;
/** Steps that happen at the same time, so that they may end differently each time. */
const RACES: readonly string[] = ['at once', 'with the customer'];

/** Plays random orders until one breaks the law, and makes that small. */
@Injectable()
export class SoakRunner {
  constructor(
    private readonly player: SoakPlayer,
    private readonly judge: SoakJudge,
    private readonly looks: SoakLooks,
    private readonly store: ShopRunStore,
    private readonly runner: ShopRunner,
  ) {}

  start(soak: ShopRun, sandbox: string, account: Account): void {
    this.runner.start(soak, sandbox, account, (running) =>
      new Soak(running, this.player, this.judge, this.looks, this.store).run(),
    );
  }
}

/** A soak in progress. */
class Soak {
  private results: SoakResults = NO_RESULTS;
  private isStopped = false;
  /** Orders that obeyed the law in their wave. */
  private readonly earlier: PlayedOrder[] = [];
  private readonly beganAt = performance.now();

  constructor(
    private readonly running: RunningShop,
    private readonly player: SoakPlayer,
    private readonly judge: SoakJudge,
    private readonly looks: SoakLooks,
    private readonly store: ShopRunStore,
  ) {}

  async run(): Promise<void> {
    const learned = await this.looks.learn(this.running);
    await this.save({ phase: 'playing', unused: learned.unused });
    const { plan } = parametersOf(this.running.row);
    const finding = plan ? await this.repeat(plan, learned) : await this.search(learned);
    if (!this.isOver()) await this.save({ phase: 'done', finding: finding ?? null });
  }

  private isOver(): boolean {
    return this.isStopped || this.running.signal.aborted;
  }

  private async repeat(plan: SoakPlan, { looks }: Learned): Promise<SoakFindingView | undefined> {
    const broken = await this.play(plan, (orders) => this.judge.firstBroken(orders, looks));
    return (
      broken && this.finding(plan, broken, { foundAfter: plan.orders.length, tries: 0, isRepeated: true })
    );
  }

  private async search(learned: Learned): Promise<SoakFindingView | undefined> {
    const { seed, orders, forMs } = parametersOf(this.running.row);
    const { looks, repertoire } = learned;
    for (let wave = 0; wave * WAVE < orders && !this.isOver(); wave += 1) {
      if (forMs !== null && performance.now() - this.beganAt >= forMs) break;
      const size = Math.min(WAVE, orders - wave * WAVE);
      const plan = drawPlan(new Random(seed * 1_000_003 + wave), size, repertoire);
      const broken = await this.play(plan, (played) => this.judge.firstBroken(played, looks));
      if (broken) return await this.makeSmall(plan, broken, wave * WAVE + broken.number, learned);
    }
    // A later order may have changed an earlier one.
    const late = this.isOver() ? undefined : await this.judge.firstBroken(this.earlier, looks);
    return late && this.finding(onlyOf(late), late, { foundAfter: orders, tries: 0, isRepeated: false });
  }

  /** Plays a plan, and judges it: its orders are kept for the last look if they obey the law. */
  private async play(
    plan: SoakPlan,
    judge: (orders: readonly PlayedOrder[]) => Promise<Broken | undefined>,
  ): Promise<Broken | undefined> {
    const played = await this.player.play(plan, this.running, () => this.isOver());
    await this.noteMade(played);
    const broken = await judge(played);
    const { results } = this;
    const skipped = played.reduce((sum, one) => sum + one.skipped, 0);
    for (const { run } of played) if (broken?.played.run !== run) run.forgetEntries();
    if (!broken) this.earlier.push(...played);
    await this.save({
      played: results.played + (broken ? 0 : played.length),
      steps: results.steps + plan.steps.length,
      skipped: results.skipped + skipped,
    });
    return broken;
  }

  private async makeSmall(
    plan: SoakPlan,
    broken: Broken,
    foundAfter: number,
    { looks, plain }: Learned,
  ): Promise<SoakFindingView> {
    // Kept if the soak ends before it is small.
    const whole = this.finding(plan, broken, { foundAfter, tries: 0, isRepeated: false });
    await this.save({ phase: 'shrinking', finding: whole });
    const deadline = performance.now() + MAX_SHRINK_MS;
    const known = new Map<string, Broken | undefined>();
    const tryOnce = async (one: SoakPlan): Promise<Broken | undefined> => {
      const played = await this.player.play(one, this.running, () => this.isOver());
      await this.noteMade(played);
      const found = await this.judge.firstBroken(played, looks).catch(undefinedIfNotPossible);
      return found?.breach.law === broken.breach.law ? found : undefined;
    };
    const tries = async (one: SoakPlan): Promise<boolean> => {
      const text = JSON.stringify(one);
      if (!known.has(text)) {
        const found = (await tryOnce(one)) ?? (isRace(one) ? await tryOnce(one) : undefined);
        known.set(text, found);
        await this.save({});
      }
      return known.get(text) !== undefined;
    };
    const isLate = (): boolean => this.isOver() || known.size >= MAX_TRIES || performance.now() >= deadline;
    const small = await shrink(plan, broken.number, plain, tries, isLate);
    const terms = { foundAfter, tries: known.size };
    const last = small && known.get(JSON.stringify(small));
    return small && last
      ? this.finding(small, last, { ...terms, isRepeated: true })
      : { ...whole, tries: known.size };
  }

  private finding(
    plan: SoakPlan,
    { number, breach, charge, played }: Broken,
    terms: { readonly foundAfter: number; readonly tries: number; readonly isRepeated: boolean },
  ): SoakFindingView {
    const { foundAfter, tries, isRepeated } = terms;
    const story = isRepeated ? tell(plan, number, breach) : tell(onlyOrders(plan, [number]), 1, breach);
    return {
      ...breach,
      story,
      plan: plan as unknown as SoakFindingView['plan'],
      found_after: foundAfter,
      tries,
      is_repeated: isRepeated,
      charge: charge ?? null,
      entries: played.run.entries.slice(0, MAX_ENTRIES),
    };
  }

  private async noteMade(played: readonly PlayedOrder[]): Promise<void> {
    await this.store.noteMade(this.running.row, ...played.flatMap(({ objects }) => [...objects]));
  }

  private async save(change: Partial<SoakResults>): Promise<void> {
    this.results = { ...this.results, ...change };
    const verdicts = this.results.finding ? ['failed'] : [];
    this.isStopped = !(await this.store.save(this.running.row, this.results, verdicts));
  }
}

/** A shop that cannot be asked shows nothing. */
function undefinedIfNotPossible(error: unknown): undefined {
  if (!(error instanceof NotPossible)) throw error;
}

function isRace({ steps }: SoakPlan): boolean {
  return steps.some((step) => isOfOrder(step) && step.do === 'webhooks' && RACES.includes(step.arrive));
}

/** A plan for an order whose steps are not known any more. */
function onlyOf({ played }: Broken): SoakPlan {
  return { orders: [played.order], steps: [] };
}
