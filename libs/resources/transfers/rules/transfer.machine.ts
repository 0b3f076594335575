import { fail } from '#kernel/errors.js';
import { DAY_MS, HOUR_MS } from '#kernel/time.js';
import type { Recipient } from '../../recipients/rules/recipient.js';
import { isPayable } from '../../recipients/rules/recipient.js';
import type { Transfer, TransferFailure } from './transfer.js';

/**
 * When a transfer is sent and paid by itself: a day after it was made, and an hour after it was sent
 * (docs/fidelity.md TR4).
 */
export const SENT_AFTER_MS = DAY_MS;
const PAID_AFTER_MS = HOUR_MS;
/**
 * The bank account whose transfers the bank refuses, in test mode, when they are to be paid by themselves
 * (docs/fidelity.md TR5).
 */
export const REFUSING_NUMBER = '0000000004';

export type TransferPatch = Partial<
  Pick<Transfer, 'state' | 'amount' | 'metadata' | 'deleted' | 'failureCode' | 'dueAt' | 'sentAt' | 'paidAt'>
>;

/** The reason why a transfer cannot be sent now. It can be sent later if the obstacle `mayPass`. */
export interface Obstacle {
  readonly code: TransferFailure;
  readonly mayPass: boolean;
}

/**
 * `undefined` if the transfer can be sent now. The balance is that in its currency; money that has left it is
 * not waited for (docs/fidelity.md TR4).
 */
export function obstacleTo(
  { amount }: Transfer,
  recipient: Recipient,
  { total, transferable }: { readonly total: number; readonly transferable: number },
): Obstacle | undefined {
  if (amount > total) return { code: 'insufficient_balance', mayPass: false };
  if (!isPayable(recipient)) return { code: 'invalid_recipient', mayPass: true };
  return amount > transferable ? { code: 'insufficient_balance', mayPass: true } : undefined;
}

/** Throws `invalid_transfer` unless it waits to be sent. */
export function assertPending(transfer: Transfer, participle: string): void {
  if (transfer.state !== 'pending')
    fail('invalid_transfer', `only an unsent transfer can be ${participle}; this one is ${transfer.state}`);
}

/** Takes the transfer from the balance. */
export function send(transfer: Transfer, now: Date): TransferPatch {
  assertPending(transfer, 'sent');
  return { state: 'sent', sentAt: now, dueAt: new Date(now.getTime() + PAID_AFTER_MS) };
}

/** Completes the transfer at the bank. */
export function pay(transfer: Transfer, now: Date): TransferPatch {
  assertSent(transfer, 'paid');
  return { state: 'paid', paidAt: now, dueAt: null };
}

/** Returns the money of a sent transfer. */
export function failWith(transfer: Transfer, failureCode: TransferFailure): TransferPatch {
  if (transfer.state !== 'sent' && transfer.state !== 'pending')
    fail(
      'invalid_transfer',
      `only an unpaid transfer can be marked as failed; this one is ${transfer.state}`,
    );
  return { state: 'failed', failureCode, dueAt: null };
}

/** Only before it is sent. */
export function remove(transfer: Transfer): TransferPatch {
  if (transfer.state !== 'pending')
    fail('failed_deletion', `only a pending transfer can be deleted; this one is ${transfer.state}`);
  return { deleted: true, dueAt: null };
}

/** Retries a day later. */
export function postpone({ dueAt }: Transfer, now: Date): TransferPatch {
  return { dueAt: new Date((dueAt ?? now).getTime() + SENT_AFTER_MS) };
}

function assertSent({ state }: Transfer, participle: string): void {
  if (state !== 'sent')
    fail('invalid_transfer', `only a sent transfer can be ${participle}; this one is ${state}`);
}
