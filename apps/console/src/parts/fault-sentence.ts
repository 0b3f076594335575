import type { FaultDraft } from './fault-form';

type Values = Readonly<Record<string, unknown>>;
/** The verb of one and of many, and what follows. */
type Effect = readonly [one: string, many: string, rest: string];

/** The effects of faults by their parameters. */
const EFFECTS: Readonly<Record<string, (value: unknown, effect: Values) => Effect>> = {
  status: (status) => ['returns', 'return', textOf(status)],
  delay: (delay) => ['is', 'are', `delayed ${textOf(delay)}`],
  disconnect: () => ['loses', 'lose', 'the connection'],
  rate_limit: (limit) => ['is', 'are', `limited to ${textOf((limit as Values)['limit'])} in ${textOf((limit as Values)['per'])}`],
  fail: (code) => ['is', 'are', `declined: ${textOf(code)}`],
  settle: (outcome, { after }) => ['becomes', 'become', `${textOf(outcome)}${after === undefined ? '' : ` after ${textOf(after)}`}`],
  never: () => ['stays', 'stay', 'pending'],
  duplicate: (count) => ['is', 'are', `delivered ${textOf(count)} times`],
  drop: () => ['is', 'are', 'not delivered'],
  reorder: () => ['is', 'are', 'delivered in reverse order'],
  corrupt_body: () => ['has', 'have', 'a corrupt body'],
  wrong_signature: () => ['has', 'have', 'a wrong signature'],
  stale: () => ['has', 'have', 'a stale timestamp'],
  before_answer: () => ['is', 'are', 'delivered before the API response'],
};

const NOUNS: Readonly<Record<string, string>> = { api: 'request', payment: 'payment', webhook: 'webhook' };

/** A fault in a sentence: "The next 2 POST /charges requests return 503." */
export function faultSentence(fault: FaultDraft): string {
  const effect = fault.do ?? {};
  const [name = '', value] = Object.entries(effect).find(([key]) => key in EFFECTS) ?? [];
  const [one, many, rest] = EFFECTS[name]?.(value, effect) ?? ['gets', 'get', JSON.stringify(effect)];
  const times = name === 'reorder' ? effect['reorder'] : (fault['times'] ?? (name === 'rate_limit' ? 'always' : 1));
  const noun = NOUNS[textOf(fault.on)] ?? 'call';
  const match = Object.entries(fault.match ?? {}).map(([key, wanted]) => (key === 'route' ? textOf(wanted) : `${key} ${textOf(wanted)}`));
  const which = [...match, noun].join(' ');
  const after = fault['when'] === 'after' ? ' after processing' : '';
  if (times === 1) return `The next ${which} ${one} ${rest}${after}.`;
  return `${times === 'always' ? 'All' : `The next ${textOf(times)}`} ${which}s ${many} ${rest}${after}.`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
