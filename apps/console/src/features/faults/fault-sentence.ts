import type { FaultDraft } from './fault-form';

type Values = Readonly<Record<string, unknown>>;
/** The verb of one and of many, and what follows. */
type Effect = readonly [one: string, many: string, rest: string];

/** The effects of faults by their parameters. */
const EFFECTS: Readonly<Record<string, (value: unknown, effect: Values) => Effect>> = {
  status: (status) => ['returns', 'return', textOf(status)],
  delay: (delay) => ['is', 'are', `delayed ${spacedDuration(textOf(delay))}`],
  disconnect: () => ['loses', 'lose', 'the connection'],
  rate_limit: (limit) => [
    'is',
    'are',
    `limited to ${textOf((limit as Values)['limit'])} in ${spacedDuration(textOf((limit as Values)['per']))}`,
  ],
  fail: (code) => ['is', 'are', `declined: ${textOf(code)}`],
  settle: (outcome, { after }) => [
    'becomes',
    'become',
    `${textOf(outcome)}${after === undefined || after === '0s' ? '' : ` after ${spacedDuration(textOf(after))}`}`,
  ],
  never: () => ['stays', 'stay', 'pending'],
  duplicate: (count) => ['is', 'are', `delivered ${textOf(count)} times`],
  drop: () => ['is', 'are', 'not delivered'],
  reorder: () => ['is', 'are', 'delivered in reverse order'],
  corrupt_body: () => ['has', 'have', 'a changed body'],
  wrong_signature: () => ['has', 'have', 'a wrong signature'],
  stale: () => ['has', 'have', 'a stale timestamp'],
  no_signature: () => ['has', 'have', 'no signature'],
  two_signatures: () => ['has', 'have', 'two signatures'],
  hang_up: () => ['is', 'are', 'sent without waiting for the response'],
  patch: (patch) => ['is', 'are', `changed by ${textOf(patch)}`],
  before_answer: () => ['is', 'are', 'delivered before the API response'],
};

const NOUNS: Readonly<Record<string, string>> = { api: 'request', payment: 'payment', webhook: 'webhook' };

/** The effect of a fault on a call: "The webhook is delivered 2 times." */
export function firingSentence(noun: string, effect: Values): string {
  const [name = '', value] = Object.entries(effect).find(([key]) => key in EFFECTS) ?? [];
  const [verb, , rest] = EFFECTS[name]?.(value, effect) ?? ['gets', '', JSON.stringify(effect)];
  return `The ${noun} ${verb} ${rest}.`;
}

/** A fault in a sentence: "The next 2 POST /charges requests return 503 before anything is created." */
export function faultSentence(fault: FaultDraft): string {
  const effect = fault.do ?? {};
  const [name = '', value] = Object.entries(effect).find(([key]) => key in EFFECTS) ?? [];
  const [one, many, rest] = EFFECTS[name]?.(value, effect) ?? ['gets', 'get', JSON.stringify(effect)];
  const times =
    name === 'reorder' ? effect['reorder'] : (fault['times'] ?? (name === 'rate_limit' ? 'always' : 1));
  const [adjectives, conditions] = matchText(fault);
  const noun = [...adjectives, NOUNS[textOf(fault.on)] ?? 'call'].join(' ');
  const which = times === 1 ? noun : `${noun}s`;
  const skipped =
    typeof fault['skip'] === 'number' && fault['skip'] > 0
      ? `After ${fault['skip']} ${noun}${fault['skip'] === 1 ? '' : 's'}, `
      : '';
  const count = times === 1 ? 'the next' : times === 'always' ? 'all' : `the next ${textOf(times)}`;
  const end = [rest, sideOf(fault, name), chanceOf(fault)].filter(Boolean).join(' ');
  const sentence = `${skipped}${count} ${[which, ...conditions].join(' ')} ${times === 1 ? one : many} ${end}.`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** The sentence without its full stop, to follow a colon. */
export function faultClause(fault: FaultDraft): string {
  const sentence = faultSentence(fault).slice(0, -1);
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

function sideOf(fault: FaultDraft, effect: string): string {
  if (fault['when'] === 'after') return 'after processing';
  return effect === 'status' ? 'before anything is created' : '';
}

function chanceOf({ probability }: FaultDraft): string {
  return typeof probability === 'number' && probability < 1
    ? `with a probability of ${Math.round(probability * 1_000) / 10} %`
    : '';
}

/** The conditions before and after the noun: "POST /charges requests of chrg_test_…". */
function matchText({
  match = {},
}: FaultDraft): readonly [adjectives: readonly string[], conditions: readonly string[]] {
  const { object, amount, metadata, ...kinds } = match;
  const pairs =
    typeof metadata === 'object' && metadata !== null
      ? Object.entries(metadata).map(([key, value]) => `${key}=${textOf(value)}`)
      : [];
  return [
    Object.values(kinds).map(textOf),
    [
      ...(object === undefined ? [] : [`of ${textOf(object)}`]),
      ...(amount === undefined ? [] : [`with amount ${textOf(amount)}`]),
      ...(pairs.length === 0 ? [] : [`with ${pairs.join(', ')}`]),
    ],
  ];
}

const UNITS: Readonly<Record<string, string>> = { m: 'min', d: 'd' };

/** A duration of the API with spaces: `10m` is `10 min`, `1h30m` is `1 h 30 min`. No line ends before a unit. */
export function spacedDuration(text: string): string {
  return text
    .replace(/(\d+)([a-z]+)/g, (_, count: string, unit: string) => ` ${count}\u00a0${UNITS[unit] ?? unit}`)
    .trim();
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
