import type { Schemas } from '../../api/client';
import { counted } from '../../ui/words';

export type Happened = Schemas['Happened'];

/** What became of a webhook during an advance: its last attempt. */
export interface WebhookOutcome extends Pick<Happened, 'delivery' | 'key' | 'outcome' | 'status' | 'error'> {
  readonly attempts: number;
}

/** Something that an advance brought: a run of a schedule with its retries, the end of a charge, a transfer. */
export interface OutcomeRow {
  readonly id: string;
  readonly at: string;
  /** The runs of an occurrence, first and retried; of anything else its only item. */
  readonly runs: readonly Happened[];
  /** Further items about its state: a transfer that a run made is sent. Oldest first. */
  readonly later: readonly Happened[];
  readonly webhooks: readonly WebhookOutcome[];
  /** The last item, with what is known of the object. */
  readonly facts: Happened;
  readonly hasFailed: boolean;
}

/** A row for each thing that matters, those that failed first. */
export function outcomeRows(happened: readonly Happened[]): OutcomeRow[] {
  const occurrences = new Map(
    happened.flatMap(({ occurrence, result }) => (occurrence && result ? [[result, occurrence]] : [])),
  );
  const groups = new Map<string, Happened[]>();
  for (const item of happened) {
    const id = item.occurrence ?? occurrences.get(item.object_id) ?? item.object_id;
    groups.set(id, [...(groups.get(id) ?? []), item]);
  }
  return [...groups]
    .map(([id, items]) => rowOf(id, items))
    .toSorted((a, b) => Number(b.hasFailed) - Number(a.hasFailed) || Date.parse(a.at) - Date.parse(b.at));
}

function rowOf(id: string, items: readonly Happened[]): OutcomeRow {
  const steps = items.filter(({ delivery }) => delivery === null);
  const isRun = ({ occurrence }: Happened): boolean => occurrence !== null;
  const runs = steps.some(isRun) ? steps.filter(isRun) : steps.slice(0, 1);
  const webhooks = new Map<string, WebhookOutcome>();
  for (const item of items) {
    const { delivery, key, outcome, status, error } = item;
    if (delivery === null) continue;
    // A fault that postpones a webhook makes no attempt.
    const attempts = (webhooks.get(delivery)?.attempts ?? 0) + (outcome === 'postponed' ? 0 : 1);
    webhooks.set(delivery, { delivery, key, outcome, status, error, attempts });
  }
  const sent = [...webhooks.values()];
  return {
    id,
    at: (items[0] as Happened).at,
    runs,
    later: steps.filter((step) => !runs.includes(step)),
    webhooks: sent,
    facts: (runs.at(-1) ?? items.at(-1)) as Happened,
    hasFailed:
      [runs.at(-1), steps.at(-1)].some((step) => step?.outcome === 'failed') ||
      sent.some(({ outcome }) => outcome === 'exhausted'),
  };
}

/** "6 schedule runs: 5 paid, 1 failed and paid on retry · 3 charges expired · 10 webhooks delivered, 3 exhausted". */
export function outcomeSummary(rows: readonly OutcomeRow[]): string {
  const runs = rows.filter(({ facts }) => facts.occurrence !== null);
  const last = (row: OutcomeRow): string | undefined => row.runs.at(-1)?.outcome;
  const paid = runs.filter((run) => last(run) === 'successful');
  const retried = paid.filter((run) => run.runs.length > 1);
  const webhooks = rows.flatMap((row) => row.webhooks);
  const ended = (kind: string, outcome: string): number =>
    rows.filter(({ runs: own, later }) =>
      [...own, ...later].some((step) => step.kind === kind && step.outcome === outcome),
    ).length;
  const sent = (outcome: string): number => webhooks.filter((webhook) => webhook.outcome === outcome).length;
  const parts = (list: readonly (readonly [count: number, words: string])[]): string =>
    list
      .filter(([count]) => count > 0)
      .map(([count, words]) => `${count} ${words}`)
      .join(', ');
  return [
    runs.length > 0 &&
      `${counted(runs.length, 'schedule run')}: ${parts([
        [paid.length - retried.length, 'successful'],
        [retried.length, 'failed and successful on retry'],
        [runs.filter((run) => last(run) === 'failed').length, 'failed'],
        [runs.filter((run) => last(run) === 'skipped').length, 'skipped'],
      ])}`,
    ended('expiry', 'expired') > 0 && `${counted(ended('expiry', 'expired'), 'payment')} expired`,
    ended('authorization_end', 'reversed') > 0 &&
      `${counted(ended('authorization_end', 'reversed'), 'authorization')} lapsed`,
    ended('transfer_sending', 'sent') + ended('transfer_sending', 'paid') > 0 &&
      `${counted(ended('transfer_sending', 'sent') + ended('transfer_sending', 'paid'), 'transfer')} sent`,
    webhooks.length > 0 &&
      `${counted(webhooks.length, 'webhook')}: ${parts([
        [sent('delivered'), 'delivered'],
        [sent('pending'), 'to be retried'],
        [sent('exhausted'), 'exhausted'],
        [webhooks.length - sent('delivered') - sent('pending') - sent('exhausted'), 'not finished'],
      ])}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
