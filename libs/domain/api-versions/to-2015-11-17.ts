import { isApiObject, only, type ApiObject, type Downgrade } from './downgrade.js';

const CHARGE = [
  ...['object', 'id', 'livemode', 'location', 'amount', 'currency', 'description', 'metadata', 'status', 'capture', 'authorized'],
  ...['reversed', 'paid', 'transaction', 'source_of_fund', 'refunded', 'refunds', 'return_uri', 'offsite', 'offline', 'reference'],
  ...['authorize_uri', 'failure_code', 'failure_message', 'card', 'customer', 'ip', 'dispute', 'created'],
];

/** What was different in 2015-11-17, before 2017-11-02 (docs/fidelity.md V13). */
export const TO_2015_11_17: readonly Downgrade[] = [
  {
    object: 'charge',
    change: 'A charge has no source; `source_of_fund` says how it is paid, and `offsite` or `offline` by which method.',
    apply: (view) => only({ ...view, ...fundsOf(view) }, CHARGE),
  },
];

/** A charge that is neither on a source nor on a card is on a linked account, and its customer is sent nowhere. */
function fundsOf({ source, card }: ApiObject): { source_of_fund: string; offsite: unknown; offline: unknown } {
  if (!isApiObject(source)) return { source_of_fund: isApiObject(card) ? 'card' : 'offline', offsite: null, offline: null };
  const { type, flow } = source;
  return flow === 'offline'
    ? { source_of_fund: 'offline', offsite: null, offline: type }
    : { source_of_fund: 'offsite', offsite: type, offline: null };
}
