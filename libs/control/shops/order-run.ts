import type { JsonValue } from '#kernel/metadata.js';
import type { ShopRun } from '#platform/database/generated/client.js';
import { maskedStart } from '#platform/logging/masking.js';
import { storable } from '#engine/webhooks/rules/kept-headers.js';
import type { SentAttempt } from '#engine/webhooks/webhook-sender.js';
import type { SendStep } from './rules/shop-terms.js';
import type { ScenarioRun } from '../scenarios/scenario-run.js';
import type { ShopEntryView, ShopParameters } from './shop-run.view.js';

/** The most characters of a body that are kept, and of all bodies of an order or case. */
export const MAX_BODY = 4_096;
const MAX_BODIES = 256 * 1_024;
const LEFT_OUT = '(left out: too many long bodies)';
/** Looks at an order are repeated until it changes: equal ones are kept once. */
const REPEATED: readonly ShopEntryView['kind'][] = ['probe'];

/** Why a step is not possible with this shop, as a sentence. */
export class NotPossible extends Error {}

export interface SentEvent {
  readonly id: string;
  readonly key: string;
  readonly objectId: string;
}

/** The fields of an order that are compared. */
export type OrderState = Readonly<Record<string, JsonValue>>;

/** A time in which the shop answered a question about an order. */
interface Probe {
  readonly beganAt: number;
  readonly endedAt: number;
}

/** Orders of a shop in progress: what was done with them, and exchanged about them. */
export class OrderRun {
  readonly entries: ShopEntryView[] = [];
  private bodies = 0;
  /** The deliveries of the run, by event. */
  readonly deliveries = new Map<string, string>();
  /** The last webhooks that were sent together. */
  sent:
    | { readonly event: SentEvent; readonly as: SendStep['as']; readonly attempts: readonly SentAttempt[] }
    | undefined;
  /** When the first of them was sent, in the machine's time. */
  sentAt: Date;
  /** When all of them were answered. */
  answeredAt: Date;
  /** The last known state of the order. */
  state: OrderState | undefined;
  /** IDs of what the shop was told about. */
  readonly sentIds = new Set<string>();
  readonly probes: Probe[] = [];

  constructor(
    readonly row: ShopRun,
    readonly parameters: ShopParameters,
    /** The scenario of the latest order. */
    public scenario: ScenarioRun,
    readonly beganAt: Date,
  ) {
    this.sentAt = beganAt;
    this.answeredAt = beganAt;
  }

  /** Adds an entry, without secrets that the shop has shown. */
  note(entry: ShopEntryView): void {
    const kept = { ...entry, request: this.kept(entry.request), response: this.kept(entry.response) };
    const last = this.entries.at(-1);
    const isRepeated =
      last !== undefined &&
      REPEATED.includes(kept.kind) &&
      JSON.stringify([last.kind, last.text, last.response]) ===
        JSON.stringify([kept.kind, kept.text, kept.response]);
    if (!isRepeated) this.entries.push(kept);
  }

  /** Frees the memory of its exchanges. */
  forgetEntries(): void {
    this.entries.length = 0;
  }

  /** The ID that a step has given this name. Throws when no step before did. */
  idOf(name: string): string {
    const id = this.scenario.made.get(name);
    if (id === undefined) throw new Error(`No step before has made ${name}`);
    return id;
  }

  private kept<Message extends ShopEntryView['request']>(message: Message): Message {
    if (message === null || message.body === null) return message;
    const body = startOf(message.body, MAX_BODY);
    const isLeftOut = this.bodies + body.length > MAX_BODIES;
    if (!isLeftOut) this.bodies += body.length;
    return { ...message, body: isLeftOut ? LEFT_OUT : body };
  }
}

/** The first characters, without secrets that the shop has shown. */
export function startOf(text: string, maxLength: number): string {
  // Without its NULs first: one within a key would hide it.
  const start = maskedStart(storable(text), maxLength).toWellFormed();
  return text.length > maxLength ? `${start}…` : start;
}
