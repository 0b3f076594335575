import { isIdOf } from '#kernel/ids.js';
import { isObject, parsedJson } from '#kernel/values.js';

const MAX_ORDER_LENGTH = 100;

/** The order and its charge or schedule that a checkout created, as far as its response names them. */
export interface CheckoutReply {
  readonly charge: string | undefined;
  readonly schedule: string | undefined;
  readonly order: string | undefined;
}

/** `{"charge": "chrg_…", "order": "1042"}`, or the charge or schedule itself, as the API returns it. */
export function replyOf(body: string): CheckoutReply {
  const read = parsedJson(body);
  if (!isObject(read)) return { charge: undefined, schedule: undefined, order: undefined };
  const { order, object, id } = read;
  const idOf = (kind: 'charge' | 'schedule'): string | undefined => {
    const value = read[kind];
    const found = object === kind ? id : isObject(value) ? value['id'] : value;
    return typeof found === 'string' && isIdOf(kind, false, found) ? found : undefined;
  };
  const isOrder = typeof order === 'number' || (typeof order === 'string' && order !== '');
  return {
    charge: idOf('charge'),
    schedule: idOf('schedule'),
    order: isOrder && String(order).length <= MAX_ORDER_LENGTH ? String(order) : undefined,
  };
}
