import { everyText, type Recurrence } from '../../lists/schedule-words';
import { moneyText } from '../../ui/money-text';
import { cardText, labelOf } from '../../ui/words';

/** An object of the emulated API. */
export type ApiObject = Readonly<Record<string, unknown>>;

/** The payment method of a charge: "Visa •4242", "K PLUS". */
export function methodOf({ card, source, linked_account: account }: ApiObject): string | undefined {
  if (isObject(card)) return cardText(card);
  if (isObject(source)) return labelOf(String(source['type']));
  return account ? 'Direct debit' : undefined;
}

/** A title that says what the object is: "Refund of THB 500.00", "ann@shop.example". */
export function titleOfObject(kind: string, object: ApiObject): string {
  const text = (field: string): string | undefined =>
    typeof object[field] === 'string' && object[field] !== '' ? object[field] : undefined;
  const money = moneyOfObject(object);
  switch (kind) {
    case 'charges':
      return `Payment of ${money}`;
    case 'customers':
      return text('email') ?? text('description') ?? 'Customer';
    case 'cards':
      return cardText(object);
    case 'tokens':
      return isObject(object['card']) ? `Token of ${cardText(object['card'])}` : 'Token';
    case 'sources':
      return `${labelOf(text('type') ?? 'source')} source of ${money}`;
    case 'refunds':
      return `Refund of ${money}`;
    case 'disputes':
      return `Dispute of ${money}`;
    case 'transfers':
      return `Transfer of ${money}`;
    case 'transactions':
      return `${labelOf(text('direction') ?? 'transaction')} of ${money}`;
    case 'links':
      return text('title') ?? 'Link';
    case 'schedules':
      return scheduleTitle(object);
    case 'occurrences':
      return `Run of ${text('scheduled_on') ?? ''}`;
    case 'recipients':
      return text('name') ?? 'Recipient';
    case 'checkout_sessions':
      return `Checkout of ${money}`;
    case 'receipts':
      return `Receipt ${text('number') ?? ''}`;
    case 'chains':
      return text('email') ?? 'Chain';
    case 'events':
      return text('key') ?? 'Event';
    case 'linked_accounts':
      return `Linked account ${[text('type') && labelOf(text('type') ?? ''), text('last_digits') && `•${text('last_digits')}`].filter(Boolean).join(' ')}`.trim();
    default:
      return labelOf(kind.replace(/s$/, ''));
  }
}

/** What the schedule is for, or how often it runs. */
function scheduleTitle(schedule: ApiObject): string {
  const { charge } = schedule;
  const description = isObject(charge) ? charge['description'] : undefined;
  return typeof description === 'string' && description !== '' ? description : runsOf(schedule);
}

/** When a schedule runs: "Every month on the 1st". */
export function runsOf({ every, period, on }: ApiObject): string {
  return everyText({ every, period, days: on } as Recurrence);
}

/** The amount of an object with its currency. */
export function moneyOfObject({ amount, currency }: ApiObject): string | undefined {
  return typeof amount === 'number' && typeof currency === 'string'
    ? moneyText({ amount, currency })
    : undefined;
}

export function isObject(value: unknown): value is ApiObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
