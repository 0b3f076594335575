import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Currency } from '#kernel/money.js';
import { SECOND_MS } from '#kernel/time.js';
import { Database } from '#platform/database/database.js';
import { chargeLimits } from '#resources/account/rules/account-limits.js';
import { currenciesOf, paymentMethodsOf } from '#resources/payment-methods/rules/registry.js';
import type { PaymentMethod } from '#resources/payment-methods/rules/payment-method.js';
import { NotPossible } from '../shops/order-run.js';
import type { RunningShop } from '../shops/shop-runner.js';
import { PLAIN_AMOUNT, type DrawnMethod, type Repertoire } from './rules/draw-plan.js';
import { CUSTOMERS, type Behaviour } from './rules/behaviours.js';
import { isAlike, pick, type Looks, type Shown, type SubscribedLook } from './rules/law.js';
import type { OrderStep, SoakOrder } from './rules/soak-plan.js';
import { SoakJudge } from './soak-judge.js';
import type { PlayedOrder } from './played-order.js';
import { NEEDS_COMMAND, SoakPlayer } from './soak-player.js';
import { parametersOf, type UnusedBehaviourView } from './soak.view.js';

/** An amount that no shop charges by itself. */
const OWN_AMOUNT = 4_357;
/** The largest drawn amount, in the smallest unit. */
const MAX_AMOUNT = 500_000;
/** Time that a shop may take to show a paid order. */
const PATIENCE_MS = 5 * SECOND_MS;
const POLL_MS = 100;
/** Currencies of cards, besides the account's own. */
const CARD_CURRENCIES: readonly Currency[] = ['USD', 'JPY'];

/** The result of the first orders, which have no trouble. */
export interface Learned {
  readonly looks: Looks;
  readonly repertoire: Repertoire;
  readonly unused: UnusedBehaviourView[];
  /** The order that costs and needs the least. */
  readonly plain: SoakOrder;
}

const NO_SUBSCRIPTION =
  'The shop makes no schedule for "every":"month" in the body of its checkout, or its orders do not show that it charges.';

const WEBHOOKS = { do: 'webhooks', arrive: 'in order' } as const;

type Draft = OrderStep extends infer Step ? (Step extends OrderStep ? Omit<Step, 'order'> : never) : never;

/** Learns how orders of a shop look, and what the shop can do, by orders without any trouble. */
@Injectable()
export class SoakLooks {
  constructor(
    private readonly player: SoakPlayer,
    private readonly judge: SoakJudge,
    private readonly database: Database,
  ) {}

  /** Throws {@link NotPossible} with what is missing for a judgement. */
  async learn(running: RunningShop): Promise<Learned> {
    const { expect } = parametersOf(running.row);
    const [first, ...others] = methodsFor(running.account.country, running.account.currency);
    const methods = [first ?? cardFor(running), ...others] as const;
    const plain = plainOrder(methods[0]);
    const pending = await this.play(running, plain, [{ do: 'begin' }]);
    await this.needCharge(pending);
    const pendingLook = pick(await this.judge.show(pending), expect);
    const paid = await this.play(running, { ...plain, amount: OWN_AMOUNT }, [
      { do: 'begin' },
      WEBHOOKS,
      { do: 'pay' },
      WEBHOOKS,
    ]);
    const paidLook = await this.lookOtherThan(pendingLook, paid, PATIENCE_MS);
    if (isAlike(paidLook, pendingLook))
      throw new NotPossible(
        `An order looks the same before and after its payment: ${JSON.stringify(paidLook)}${refusalOf(paid)}. Check the webhook endpoint and the secrets, or choose other fields with expect.`,
      );
    const failed = await this.play(running, plain, [{ do: 'begin' }, { do: 'decline' }, WEBHOOKS]);
    const { settleMs } = parametersOf(running.row);
    const failedLook = await this.lookOtherThan(pendingLook, failed, settleMs);
    const followsAmount = (await this.judge.charges(paid)).every(({ amount }) => amount === OWN_AMOUNT);
    const wanted = parametersOf(running.row).behaviours;
    const unused = await this.unused(running, paid, paidLook, followsAmount);
    const subscribed = wanted.includes('subscribes') ? await this.subscribed(running, pendingLook) : [];
    if (subscribed.length === 0) unused.push({ name: 'subscribes', why: NO_SUBSCRIPTION });
    const taken = followsAmount ? await this.taken(running, others) : [];
    const behaviours = new Set<Behaviour>(wanted.filter((name) => !unused.some((one) => one.name === name)));
    if (!CUSTOMERS.some(({ name }) => behaviours.has(name)))
      throw new NotPossible(`Nothing is left to draw. ${unused.map(({ why }) => why).join(' ')}`);
    return {
      looks: { pending: pendingLook, paid: paidLook, failed: failedLook, followsAmount, subscribed },
      repertoire: { behaviours, methods: [methods[0], ...taken], card: cardFor(running) },
      unused: unused.filter(({ name }) => wanted.includes(name)),
      plain,
    };
  }

  private async play(running: RunningShop, order: SoakOrder, steps: Draft[]): Promise<PlayedOrder> {
    const plan = { orders: [order], steps: steps.map((step) => ({ ...step, order: 1 })) };
    const [played] = await this.player.play(plan, running);
    if (!played) throw new NotPossible('The soak was stopped.');
    return played;
  }

  private async needCharge(played: PlayedOrder): Promise<void> {
    const [charge] = await this.judge.charges(played);
    if (!charge) throw new NotPossible(played.problem ?? 'The checkout created no charge.');
    if (charge.status !== 'pending')
      throw new NotPossible(
        'The charge was paid at the checkout, so an unpaid order cannot be seen. Begin orders whose customer pays on a page: by PromptPay, or by card in a sandbox with three_d_secure (--three-d-secure).',
      );
  }

  private async lookOtherThan(other: Shown, played: PlayedOrder, waitMs: number): Promise<Shown> {
    const { expect } = played.run.parameters;
    const deadline = performance.now() + waitMs;
    for (;;) {
      const look = pick(await this.judge.show(played), expect);
      if (!isAlike(look, other) || performance.now() >= deadline) return look;
      await delay(POLL_MS, undefined, { signal: played.run.scenario.signal });
    }
  }

  private async unused(
    running: RunningShop,
    paid: PlayedOrder,
    paidLook: Shown,
    followsAmount: boolean,
  ): Promise<UnusedBehaviourView[]> {
    const { restarts, behaviours } = parametersOf(running.row);
    const unused: UnusedBehaviourView[] = [];
    if (!followsAmount)
      unused.push({
        name: 'currencies',
        why: 'The shop does not charge the amount in the body of its checkout.',
      });
    if (behaviours.includes('cards') && !(await this.takesCards(running)))
      unused.push({
        name: 'cards',
        why: 'The shop makes no charge with the card in the body of its checkout.',
      });
    if (!restarts)
      unused.push({
        name: 'restarts',
        why: NEEDS_COMMAND,
      });
    else if (behaviours.includes('restarts') && !(await this.survives(running, paid, paidLook)))
      unused.push({ name: 'restarts', why: 'The shop forgets its orders when it is killed.' });
    return unused;
  }

  private async takesCards(running: RunningShop): Promise<boolean> {
    const played = await this.play(running, plainOrder(cardFor(running)), [{ do: 'begin' }]);
    const ids = await this.player.chargesOf(played);
    const { accountId } = played.run.scenario.scope;
    const where = { id: { in: ids }, accountId, livemode: false, cardId: { not: null } };
    return (await this.database.charge.count({ where })) > 0;
  }

  /** Looks at subscriptions after two numbers of payments. Empty if the shop makes none, or does not show them. */
  private async subscribed(running: RunningShop, pending: Shown): Promise<SubscribedLook[]> {
    const looks: SubscribedLook[] = [];
    try {
      for (const months of [1, 2]) {
        const look = await this.lookAfter(months, running);
        if (look.payments <= (looks[0]?.payments ?? 0) || isAlike(look.shown, pending)) return [];
        looks.push(look);
      }
    } catch (error) {
      if (!(error instanceof NotPossible)) throw error;
      return [];
    }
    return looks;
  }

  private async lookAfter(months: number, running: RunningShop): Promise<SubscribedLook> {
    const { expect, settleMs } = parametersOf(running.row);
    const order = { ...plainOrder(cardFor(running)), every: 'month' } as const;
    const renewals = Array.from({ length: months }, () => [{ do: 'renew' } as const, WEBHOOKS]).flat();
    const played = await this.play(running, order, [{ do: 'begin' }, WEBHOOKS, ...renewals]);
    const charges = await this.judge.charges(played);
    const payments = charges.filter(({ status }) => status === 'successful').length;
    await delay(settleMs, undefined, { signal: running.signal });
    return { payments, shown: pick(await this.judge.show(played), expect) };
  }

  /** The methods with which the checkout creates a charge. */
  private async taken(running: RunningShop, methods: readonly DrawnMethod[]): Promise<DrawnMethod[]> {
    const taken: DrawnMethod[] = [];
    for (const method of methods) {
      const played = await this.play(running, plainOrder(method), [{ do: 'begin' }]);
      if (played.charges.length > 0) taken.push(method);
    }
    return taken;
  }

  private async survives(running: RunningShop, paid: PlayedOrder, look: Shown): Promise<boolean> {
    await this.player.restart(running);
    return isAlike(pick(await this.judge.show(paid), paid.run.parameters.expect), look);
  }
}

/** The methods whose customers pay on a page or with a code, and which need nothing but an amount. */
function methodsFor(country: string, own: Currency): DrawnMethod[] {
  return paymentMethodsOf(country)
    .filter(isPlain)
    .map((method) => ({
      type: method.type,
      amounts: currenciesOf(method, own).flatMap((currency) => {
        const limits = method.limits[currency];
        return limits ? [{ currency, min: limits.min, max: Math.min(limits.max, MAX_AMOUNT) }] : [];
      }),
    }))
    .filter(({ amounts }) => amounts.length > 0)
    .toSorted((one, other) => Number(other.type === PREFERRED) - Number(one.type === PREFERRED));
}

/** Its charges are the simplest: they need no page. */
const PREFERRED = 'promptpay';

function isPlain(method: PaymentMethod): boolean {
  return (
    method.required.length === 0 &&
    method.banks.length === 0 &&
    method.installmentTerms === null &&
    !method.isPaidByCard &&
    !method.returnsToHttpsOnly &&
    method.references !== 'terminal'
  );
}

function cardFor({ account }: RunningShop): DrawnMethod {
  const own = account.currency;
  const currencies = [own, ...CARD_CURRENCIES.filter((one) => one !== own)];
  return {
    type: 'card',
    amounts: currencies.map((currency) => ({
      currency,
      min: chargeLimits(currency).min,
      max: Math.min(chargeLimits(currency).max, MAX_AMOUNT),
    })),
  };
}

function plainOrder({ type, amounts: [first] }: DrawnMethod): SoakOrder {
  if (!first) throw new Error('A method has no currency');
  return { method: type, amount: Math.max(PLAIN_AMOUNT, first.min), currency: first.currency };
}

function refusalOf({ refusal }: PlayedOrder): string {
  return refusal === undefined ? '' : ` (the webhook was refused: ${refusal})`;
}
