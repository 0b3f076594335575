import { decimalText, type Currency } from '#kernel/money.js';
import type { Breach } from './law.js';
import { type ApiTrouble, type Arrival, type SoakOrder, type SoakPlan, type SoakStep } from './soak-plan.js';

const OF_CALLS: Readonly<Record<ApiTrouble, string>> = {
  error: 'is answered with 500',
  'lost request': 'does not arrive',
  'lost answer': 'is done, and its answer is lost',
  slow: 'is answered slowly',
};
const OF_WEBHOOKS: Readonly<Record<Arrival, string>> = {
  'in order': 'arrive in order',
  reversed: 'arrive in the reverse order',
  twice: 'arrive, each of them twice',
  'at once': 'arrive, each of them twice at the same time',
  'with the customer': 'arrive while the customer returns to the shop',
};

/** A plan as lines that a person reads, with what is wrong at its end. It has no IDs and no times. */
export function tell({ orders, steps }: SoakPlan, culprit: number, { text }: Breach): string[] {
  const nameOf = (order: number): string => (orders.length === 1 ? 'the order' : `order ${order}`);
  return [
    ...orders.map((order, index) => sentence(`${nameOf(index + 1)} costs ${costOf(order)}`)),
    ...steps.map((step) => sentence(say(step, orders, nameOf))),
    ...(orders.some(({ every }) => every) ? ['At the end, the merchant deletes the schedules.'] : []),
    'At the end, webhooks that are left arrive in order.',
    orders.length === 1 ? text : `Order ${culprit}: ${text}`,
  ];
}

function costOf({ method, amount, currency, every }: SoakOrder): string {
  const cost = `${decimalText(amount, currency as Currency)} ${currency}${every ? ` every ${every}` : ''}`;
  return method === 'card' ? `${cost}, by card` : `${cost}, by ${method}`;
}

function say(step: SoakStep, orders: SoakPlan['orders'], nameOf: (order: number) => string): string {
  if (step.do === 'advance') return 'the clock jumps past every expiry';
  if (step.do === 'restart') return 'the shop is killed and started';
  const name = nameOf(step.order);
  switch (step.do) {
    case 'begin': {
      const about = orders[step.order - 1];
      const isByCard = about?.method === 'card';
      const card = !isByCard ? '' : step.isDeclined ? ' with a card that is declined' : ' with a card';
      return `the customer begins ${name}${card}${aside(`the call that creates the ${about?.every ? 'schedule' : 'charge'}`, step.trouble)}${mayFail(step.trouble) ? '; if the checkout fails, the customer tries again' : ''}`;
    }
    case 'pay':
      return `the customer pays ${step.oldest ? 'the first charge of ' : ''}${name}`;
    case 'decline':
      return `the customer refuses to pay ${name}`;
    case 'expire':
      return `the charge of ${name} expires`;
    case 'return':
      return `the customer of ${name} returns to the shop`;
    case 'refund':
      return `the merchant refunds ${step.percent === 'rest' ? 'what is left' : `${step.percent}%`} of ${name}`;
    case 'dispute':
      return `the customer disputes the charge of ${name}, and the merchant ${step.outcome === 'won' ? 'wins' : 'loses'}`;
    case 'renew':
      return `the next charge of ${name} is due${step.isDeclined ? ', and is declined' : ''}`;
    case 'webhooks':
      return `the webhooks of ${name} ${OF_WEBHOOKS[step.arrive]}${aside('the next call of the shop', step.trouble)}`;
  }
}

function aside(call: string, trouble: ApiTrouble | undefined): string {
  return trouble === undefined ? '' : `; ${call} ${OF_CALLS[trouble]}`;
}

function mayFail(trouble: ApiTrouble | undefined): boolean {
  return trouble !== undefined && trouble !== 'slow';
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
