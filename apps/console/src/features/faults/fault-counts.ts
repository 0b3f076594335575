import { counted } from '../../ui/words';

interface Fault {
  readonly on?: unknown;
  readonly do?: object;
}

const NOUNS: Readonly<Record<string, string>> = { api: 'request', payment: 'payment', webhook: 'webhook' };

/** What the fault counts: "payment". */
export function nounOf({ on }: Fault): string {
  return NOUNS[String(on)] ?? 'call';
}

/** Which calls a fault counts, and when (libs/resources/charges/payment-faults.ts). */
export function countedWhen({ on, do: effect = {} }: Fault): string {
  if (on === 'webhook') return 'Counts each matching webhook once, at its first attempt.';
  if (on !== 'payment') return 'Counts each matching request.';
  if ('fail' in effect)
    return 'Counts a payment when it is completed: by its customer, or at once for a card without 3-D Secure. Pending payments do not count.';
  return 'settle' in effect
    ? 'Counts a payment when it is created and waits for its customer.'
    : 'Counts a payment when it is created, or when its customer completes it.';
}

/** "1 of 2 payments passed" while a fault still skips some; "2 payments passed" once it does not. */
export function passedText(
  fault: Fault & { readonly skip: number; readonly matched: number },
): string | undefined {
  const { skip, matched } = fault;
  if (skip === 0) return undefined;
  const passed = Math.min(skip, matched);
  return `${passed < skip ? `${passed} of ` : ''}${counted(skip, nounOf(fault))} passed`;
}
