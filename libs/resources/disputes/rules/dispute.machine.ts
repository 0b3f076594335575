import { fail, type ErrorCode } from '#kernel/errors.js';
import type { Metadata } from '#kernel/metadata.js';
import type { EventKey } from '#engine/events/rules/event-keys.js';
import type { Dispute, DisputeStatus, Verdict } from './dispute.js';

export const DISPUTE_ACTIONS = ['update', 'accept', 'close', 'edit_documents'] as const;

export type DisputeAction = (typeof DISPUTE_ACTIONS)[number];

interface Transition {
  readonly from: readonly DisputeStatus[];
  readonly emits: EventKey;
  readonly refusal: ErrorCode;
}

/** Allowed states, event and error of each action (docs/fidelity.md D6). */
export const TRANSITIONS: Readonly<Record<DisputeAction, Transition>> = {
  update: { from: ['open'], emits: 'dispute.update', refusal: 'invalid_dispute' },
  accept: { from: ['open'], emits: 'dispute.accept', refusal: 'invalid_dispute' },
  close: { from: ['open', 'pending'], emits: 'dispute.close', refusal: 'invalid_dispute' },
  edit_documents: { from: ['open'], emits: 'dispute.update', refusal: 'documents_locked' },
};

/** Documents have a fixed sentence of their own. */
const PARTICIPLES = { update: 'updated', accept: 'accepted', close: 'closed' };

/** Message of a dispute that its merchant accepts without one (docs/fidelity.md D8). */
const ACCEPTED = 'Merchant accepts the dispute';

export type DisputePatch = Partial<Pick<Dispute, 'status' | 'message' | 'metadata' | 'closedAt'>>;

/** The merchant states their side, which is then for the bank to judge, or only changes metadata. */
export function update(
  dispute: Dispute,
  message: string | undefined,
  metadata: Metadata | undefined,
): DisputePatch {
  demand('update', dispute);
  return {
    ...(message === undefined ? {} : { message, status: 'pending' }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

/** The merchant accepts the loss. */
export function accept(dispute: Dispute, now: Date): DisputePatch {
  demand('accept', dispute);
  return { status: 'lost', closedAt: now, message: dispute.message ?? ACCEPTED };
}

/** Closes the dispute with the bank's verdict. */
export function close(dispute: Dispute, now: Date, verdict: Verdict): DisputePatch {
  demand('close', dispute);
  return { status: verdict, closedAt: now };
}

/** Throws the action's error unless the dispute is where it starts. */
export function demand(action: DisputeAction, { status }: Pick<Dispute, 'status'>): void {
  const { from, refusal } = TRANSITIONS[action];
  if (from.includes(status)) return;
  if (action === 'edit_documents') fail(refusal);
  fail(refusal, `only an ${from.join(' or ')} dispute can be ${PARTICIPLES[action]}; this one is ${status}`);
}
