import type { JsonValue } from '#kernel/metadata.js';
import type { Exam } from '#platform/database/generated/client.js';
import { maskedStart } from '#platform/logging/masking.js';
import { storable } from '#engine/webhooks/rules/kept-headers.js';
import type { SentAttempt } from '#engine/webhooks/webhook-sender.js';
import type { ScenarioRun } from '../scenarios/scenario-run.js';
import type { ExamCase, Finding } from './rules/exam-case.js';
import type { ExamEntryView, ExamParameters } from './exam.view.js';
import type { ShopAnswer } from './shop-client.js';

/** The most characters of a body that are kept, of all bodies of a case, and of a finding. */
export const MAX_BODY = 4_096;
const MAX_BODIES = 256 * 1_024;
const MAX_FINDING = 2_000;
const LEFT_OUT = '(left out: the bodies of this case are too long)';
/** Looks at an order are repeated until it changes: equal ones are kept once. */
const REPEATED: readonly ExamEntryView['kind'][] = ['probe'];

/** Why a case cannot be judged, as a sentence. */
export class NotJudged extends Error {}

export interface SentEvent {
  readonly id: string;
  readonly key: string;
  readonly objectId: string;
}

/** The fields of an order that the exam compares. */
export type OrderState = Readonly<Record<string, JsonValue>>;

/** A time in which the shop answered a question about an order. */
interface Probe {
  readonly beganAt: number;
  readonly endedAt: number;
}

/** A request of the shop to the API. */
export interface ShopCall {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
  readonly fault: string | null;
  readonly objects: readonly string[];
  readonly durationMs: number;
  readonly at: Date;
}

/** A case in progress. */
export class CaseRun {
  readonly findings: Finding[] = [];
  readonly entries: ExamEntryView[] = [];
  private bodies = 0;
  /** The calls of the shop that were read, by ID. */
  readonly calls = new Map<string, ShopCall>();
  /** The database snapshot of the last read. Initially it contains no transaction. */
  callsSeenIn = '1:1:';
  /** The deliveries of the case, by event. */
  readonly deliveries = new Map<string, string>();
  /** The last webhooks that were sent together. */
  sent: { readonly event: SentEvent; readonly attempts: readonly SentAttempt[] } | undefined;
  /** When the first of them was sent, in the machine's time. */
  sentAt: Date;
  /** When all of them were answered. */
  answeredAt: Date;
  /** The answer of the return page. */
  returned: ShopAnswer | undefined;
  /** Its address, without tokens. */
  returnUri = '';
  /** The last known state of the order. */
  state: OrderState | undefined;
  /** Its state after the checkout. */
  begun: OrderState | undefined;
  /** When the customer of the order paid, in the machine's time. */
  paidAt: Date;
  /** True if the charge was paid at the checkout, as a card without 3-D Secure is. */
  isPaidAtCheckout = false;
  /** True if its findings say all, although steps are left. */
  isOver = false;
  /** Charges that Tollgate made although the shop has a checkout. */
  readonly foreign = new Set<string>();
  /** All charges of an order whose answer was lost. */
  charges: readonly { readonly id: string; readonly isPaid: boolean }[] = [];
  /** IDs of what the shop was told about. */
  readonly sentIds = new Set<string>();
  readonly probes: Probe[] = [];

  constructor(
    readonly exam: Exam,
    readonly parameters: ExamParameters,
    readonly examCase: ExamCase,
    /** The scenario of the latest order. */
    public scenario: ScenarioRun,
    /** The state of an order after its payment. */
    readonly paid: OrderState | undefined,
    readonly beganAt: Date,
  ) {
    this.sentAt = beganAt;
    this.paidAt = beganAt;
    this.answeredAt = beganAt;
  }

  /** Adds a finding, without secrets that the shop has shown. */
  find({ verdict, text }: Finding): void {
    this.findings.push({ verdict, text: startOf(text, MAX_FINDING) });
  }

  /** Adds an entry, without secrets that the shop has shown. */
  note(entry: ExamEntryView): void {
    const kept = { ...entry, request: this.kept(entry.request), response: this.kept(entry.response) };
    const last = this.entries.at(-1);
    const isRepeated =
      last !== undefined &&
      REPEATED.includes(kept.kind) &&
      JSON.stringify([last.kind, last.text, last.response]) ===
        JSON.stringify([kept.kind, kept.text, kept.response]);
    if (!isRepeated) this.entries.push(kept);
  }

  /** The ID that a step has given this name. Throws when no step before did. */
  idOf(name: string): string {
    const id = this.scenario.made.get(name);
    if (id === undefined) throw new Error(`No step before has made ${name}`);
    return id;
  }

  private kept<Message extends ExamEntryView['request']>(message: Message): Message {
    if (message === null || message.body === null) return message;
    const body = startOf(message.body, MAX_BODY);
    const isLeftOut = this.bodies + body.length > MAX_BODIES;
    if (!isLeftOut) this.bodies += body.length;
    return { ...message, body: isLeftOut ? LEFT_OUT : body };
  }
}

function startOf(text: string, maxLength: number): string {
  // Without its NULs first: one within a key would hide it.
  const start = maskedStart(storable(text), maxLength).toWellFormed();
  return text.length > maxLength ? `${start}…` : start;
}
