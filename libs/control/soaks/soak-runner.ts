import { Injectable } from '@nestjs/common';
import { MINUTE_MS } from '#kernel/time.js';
import { NotPossible } from '../shops/order-run.js';
import { ShopRunStore } from '../shops/shop-run.store.js';
import type { RunningShop } from '../shops/shop-runner.js';
import { drawPlan } from './rules/draw-plan.js';
import type { Looks } from './rules/law.js';
import { Random } from './rules/random.js';
import { shrink } from './rules/shrink.js';
import { isOfOrder, onlyOrders, type SoakPlan } from './rules/soak-plan.js';
import { tell } from './rules/story.js';
import { SoakJudge, type Broken } from './soak-judge.js';
import { SoakLooks, type Learned } from './soak-looks.js';
import type { PlayedOrder } from './played-order.js';
import { SoakPlayer } from './soak-player.js';
import { NO_RESULTS, parametersOf, type SoakFindingView, type SoakResults } from './soak.view.js';

/** Orders that are mixed with each other. A finding is looked for after each wave. */
const WAVE = 20;
/** Limits of the search for a smaller plan. */
const MAX_TRIES = 100;
const MAX_SHRINK_MS = 2 * MINUTE_MS;
/** The most attempts to repeat a plan with a race. */
const MAX_REPEATS = 5;
/** The most exchanges of a finding. */
const MAX_ENTRIES = 300;
/** Steps that happen at the same time, so that they may end differently each time. */
const RACES: readonly string[] = ['at once', 'with the customer'];

/** Plays random orders until one breaks the law, and shrinks the plan. */
@Injectable()
export class SoakRunner {
  constructor(
    private readonly player: SoakPlayer,
    private readonly judge: SoakJudge,
    private readonly looks: SoakLooks,
    private readonly store: ShopRunStore,
  ) {}

  run(running: RunningShop): Promise<void> {
    return new Soak(running, this.player, this.judge, this.looks, this.store).run();
  }
}

/** A soak in progress. */
class Soak {
  private results: SoakResults = NO_RESULTS;
  /** Orders that obeyed the law in their wave, with their place in its plan. */
  private readonly earlier: {
    readonly played: PlayedOrder;
    readonly plan: SoakPlan;
    readonly number: number;
  }[] = [];
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
    if (!this.running.signal.aborted) await this.save({ phase: 'done', finding: finding ?? null });
  }

  private async repeat(plan: SoakPlan, { looks }: Learned): Promise<SoakFindingView | undefined> {
    // A race may end well by chance.
    for (let left = isRace(plan) ? MAX_REPEATS : 1; left > 0 && !this.running.signal.aborted; left -= 1) {
      const broken = await this.play(plan, looks);
      if (broken)
        return this.finding(plan, broken, { foundAfter: plan.orders.length, tries: 0, isRepeated: true });
    }
    return undefined;
  }

  private async search(learned: Learned): Promise<SoakFindingView | undefined> {
    const { seed, orders, forMs } = parametersOf(this.running.row);
    const { looks, repertoire } = learned;
    for (let wave = 0; wave * WAVE < orders && !this.running.signal.aborted; wave += 1) {
      if (forMs !== null && performance.now() - this.beganAt >= forMs) break;
      const size = Math.min(WAVE, orders - wave * WAVE);
      const plan = drawPlan(new Random(seed * 1_000_003 + wave), size, repertoire);
      const broken = await this.play(plan, looks);
      if (broken) return await this.makeSmall(plan, broken, wave * WAVE + broken.number, learned);
    }
    return this.lookAgain(looks);
  }

  /** A later order may have changed an earlier one, and the clock may have ended its charge. */
  private async lookAgain(looks: Looks): Promise<SoakFindingView | undefined> {
    for (const { played } of this.earlier) {
      if (this.running.signal.aborted) return undefined;
      await this.player.flush(played);
    }
    const late = await this.judge.firstBroken(
      this.earlier.map(({ played }) => played),
      looks,
    );
    const about = late && this.earlier[late.number - 1];
    if (!about) return undefined;
    const terms = { foundAfter: this.results.played, tries: 0, isRepeated: false };
    return this.finding(about.plan, { ...late, number: about.number }, terms);
  }

  /** Plays a plan, and judges it: its orders are kept for the last look if they obey the law. */
  private async play(plan: SoakPlan, looks: Looks): Promise<Broken | undefined> {
    const played = await this.player.play(plan, this.running);
    const broken = await this.judge.firstBroken(played, looks);
    const { results } = this;
    for (const one of played) if (broken?.played !== one) one.run.forgetEntries();
    if (!broken)
      for (const [index, one] of played.entries())
        this.earlier.push({ played: one, plan, number: index + 1 });
    await this.save({
      played: results.played + (broken ? 0 : played.length),
      steps: results.steps + plan.steps.length,
      skipped: results.skipped + played.reduce((sum, one) => sum + one.skipped, 0),
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
    let latest = whole;
    const deadline = performance.now() + MAX_SHRINK_MS;
    const known = new Map<string, boolean>();
    const tryOnce = async (one: SoakPlan): Promise<Broken | undefined> => {
      const found = await this.tryPlan(one, looks);
      return found?.breach.law === broken.breach.law ? found : undefined;
    };
    const tries = async (one: SoakPlan): Promise<boolean> => {
      const text = JSON.stringify(one);
      if (!known.has(text)) {
        const found = (await tryOnce(one)) ?? (isRace(one) ? await tryOnce(one) : undefined);
        known.set(text, found !== undefined);
        if (found) latest = this.finding(one, found, { foundAfter, tries: 0, isRepeated: true });
        latest = { ...latest, tries: known.size };
        await this.save({ finding: latest });
      }
      return known.get(text) === true;
    };
    const isLate = (): boolean =>
      this.running.signal.aborted || known.size >= MAX_TRIES || performance.now() >= deadline;
    await shrink(plan, broken.number, plain, tries, isLate);
    return latest;
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

  /** `undefined` also if the shop could not be asked. */
  private async tryPlan(plan: SoakPlan, looks: Looks): Promise<Broken | undefined> {
    try {
      return await this.judge.firstBroken(await this.player.play(plan, this.running), looks);
    } catch (error) {
      if (!(error instanceof NotPossible)) throw error;
      return undefined;
    }
  }

  private async save(change: Partial<SoakResults>): Promise<void> {
    this.results = { ...this.results, ...change };
    const verdicts = this.results.finding ? ['failed'] : [];
    await this.store.save(this.running.row, this.results, verdicts);
  }
}

function isRace({ steps }: SoakPlan): boolean {
  return steps.some((step) => isOfOrder(step) && step.do === 'webhooks' && RACES.includes(step.arrive));
}
