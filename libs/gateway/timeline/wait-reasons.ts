import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { Account } from '../accounts/account.js';
import { DueWork } from '../clock/due-work.js';

/** What was waited for, by the names of parameters; what is undefined was not asked for. */
export type Wanted = Readonly<Record<string, string | number | boolean | undefined>>;

/** An entry that came, and what it has of what was asked for. */
export interface Came {
  /** How it is called in a sentence: `evnt_test_… (charge.create of chrg_test_…)`. */
  readonly name: string;
  readonly has: Wanted;
}

/** Why what was waited for did not come, in sentences that whoever wrote the test understands. */
@Injectable()
export class WaitReasons {
  constructor(
    private readonly database: Database,
    private readonly dueWork: DueWork,
  ) {}

  /** What the sandbox as a whole is like: its clock stands still, and what is due next; it has no address for webhooks. */
  async ofSandbox(account: Account, livemode: boolean | undefined): Promise<string[]> {
    const [[next], endpoints] = await Promise.all([
      this.dueWork.next(account.id, 1),
      this.database.webhookEndpoint.count({ where: { accountId: account.id, ...(livemode !== undefined && { livemode }) } }),
    ]);
    const due = next ? `the next thing is due at ${next.at.toISOString()}: ${next.kind} of ${next.objectId}` : 'nothing is due';
    return [
      ...(account.frozenAt ? [`the clock is frozen at ${account.frozenAt.toISOString()}, and ${due}`] : [due]),
      ...(endpoints === 0 ? ['the sandbox has no webhook_uri, so that no event is sent to the account’s address'] : []),
    ];
  }

  /** Where an object is, when this sandbox has no event of it. */
  async ofObject(account: Account, objectId: string | undefined): Promise<string[]> {
    if (objectId === undefined) return [];
    const event = await this.database.event.findFirst({ where: { objectId }, select: { accountId: true } });
    if (event?.accountId === account.id) return [];
    if (!event) return [`no event was ever about ${objectId}`];
    const owner = await this.database.account.findUnique({ where: { id: event.accountId }, select: { publicId: true } });
    return owner?.publicId === account.publicId
      ? [`${objectId} was made before the sandbox was reset`]
      : [`the key that ${objectId} was made with belongs to another sandbox`];
  }
}

/** What was waited for, how many of it, and the sentence for when nothing at all came. */
export interface Awaited {
  readonly wanted: Wanted;
  readonly count: number;
  readonly none: string;
}

/** What came after the cursor: those that fit, where they are too few, and which of the others of `since` came closest. */
export function whatCame<Entry extends { readonly id: string }>(
  { wanted, count, none }: Awaited,
  { since, tooFew }: { readonly since: readonly Entry[]; readonly tooFew: readonly Entry[] },
  asCame: (entry: Entry) => Came,
): string[] {
  const others = since.filter(({ id }) => !tooFew.some((one) => one.id === id));
  const names = tooFew.map((one) => asCame(one).name);
  return [
    ...(tooFew.length > 0 ? [`only ${tooFew.length} of ${count} came: ${names.join(', ')}`] : []),
    ...(since.length === 0 ? [none] : closest(wanted, others.map(asCame))),
  ];
}

/** One text of sentences. */
export function inWords(sentences: readonly string[]): string {
  return sentences.join('; ');
}

/** What came closest, and which field of it differed. */
function closest(wanted: Wanted, came: readonly Came[]): string[] {
  const [best] = came
    .map((one) => ({ ...one, differing: differing(wanted, one.has) }))
    .toSorted((a, b) => a.differing.length - b.differing.length);
  if (!best) return [];
  const differences = best.differing.map((name) => `its ${name} is ${String(best.has[name])}, not ${String(wanted[name])}`);
  return differences.length === 0 ? [] : [`what came closest is ${best.name}: ${differences.join(', ')}`];
}

function differing(wanted: Wanted, has: Wanted): string[] {
  return Object.keys(wanted).filter((name) => wanted[name] !== undefined && wanted[name] !== has[name]);
}
