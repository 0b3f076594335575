import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { Account } from '../accounts/account.js';
import { DueItems } from '../clock/due-items.js';

/** The parameters of the wait by name; `undefined` for a parameter that was not sent. */
type Wanted = Readonly<Record<string, string | number | boolean | undefined>>;

/** A received entry, with its values of the filter's fields. */
export interface Candidate {
  /** Its name in a sentence: `evnt_test_… (charge.create of chrg_test_…)`. */
  readonly name: string;
  readonly has: Wanted;
}

/** Explains why a wait timed out, for the author of a test. */
@Injectable()
export class WaitReasons {
  constructor(
    private readonly database: Database,
    private readonly dueItems: DueItems,
  ) {}

  /** Reasons about the whole sandbox: its clock, the next due work, and a missing webhook URL. */
  async ofSandbox(account: Account, livemode: boolean | undefined): Promise<string[]> {
    const [[next], endpoints] = await Promise.all([
      this.dueItems.next(account.id, 1),
      this.database.webhookEndpoint.count({
        where: { accountId: account.id, ...(livemode !== undefined && { livemode }) },
      }),
    ]);
    const due = next
      ? `the next item is due at ${next.at.toISOString()}: ${next.kind} of ${next.objectId}`
      : 'nothing is due';
    return [
      ...(account.frozenAt
        ? [`the clock is frozen at ${account.frozenAt.toISOString()}, and ${due}`]
        : [due]),
      ...(endpoints === 0 ? ['the sandbox has no webhook_uri; set one to receive webhooks'] : []),
    ];
  }

  /** Why this sandbox has no event about the object. */
  async ofObject(account: Account, objectId: string | undefined): Promise<string[]> {
    if (objectId === undefined) return [];
    const event = await this.database.event.findFirst({ where: { objectId }, select: { accountId: true } });
    if (event?.accountId === account.id) return [];
    if (!event) return [`there is no event about ${objectId}`];
    const owner = await this.database.account.findUnique({
      where: { id: event.accountId },
      select: { publicId: true },
    });
    return owner?.publicId === account.publicId
      ? [`${objectId} was created before the sandbox was reset`]
      : [`${objectId} was created with the key of another sandbox`];
  }
}

/** The awaited entries and their number, and the sentence for a wait without any. */
export interface Awaited {
  readonly wanted: Wanted;
  readonly count: number;
  readonly none: string;
}

/** Sentences about the entries after the cursor: the matches, if too few, and the nearest miss. */
export function nearMisses<Entry extends { readonly id: string }>(
  { wanted, count, none }: Awaited,
  { since, tooFew }: { readonly since: readonly Entry[]; readonly tooFew: readonly Entry[] },
  asCandidate: (entry: Entry) => Candidate,
): string[] {
  const others = since.filter(({ id }) => !tooFew.some((one) => one.id === id));
  const names = tooFew.map((one) => asCandidate(one).name);
  return [
    ...(tooFew.length > 0 ? [`only ${tooFew.length} of ${count} arrived: ${names.join(', ')}`] : []),
    ...(since.length === 0 ? [none] : closest(wanted, others.map(asCandidate))),
  ];
}

export function inWords(sentences: readonly string[]): string {
  return sentences.join('; ');
}

/** The entry with the fewest differences from the filter, and these differences. */
function closest(wanted: Wanted, came: readonly Candidate[]): string[] {
  const [best] = came
    .map((one) => ({ ...one, differing: differing(wanted, one.has) }))
    .toSorted((a, b) => a.differing.length - b.differing.length);
  if (!best) return [];
  const differences = best.differing.map(
    (name) => `its ${name} is ${String(best.has[name])}, not ${String(wanted[name])}`,
  );
  return differences.length === 0 ? [] : [`the closest match is ${best.name}: ${differences.join(', ')}`];
}

function differing(wanted: Wanted, has: Wanted): string[] {
  return Object.keys(wanted).filter((name) => wanted[name] !== undefined && wanted[name] !== has[name]);
}
