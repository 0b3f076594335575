/** A field of an effect or a condition. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly isNumber?: boolean;
  readonly isOptional?: boolean;
  readonly choices?: readonly string[];
}

interface Effect {
  readonly label: string;
  /** The values to start from. */
  readonly does: Readonly<Record<string, unknown>>;
  readonly fields: readonly Field[];
}

/** An effect with one field, of its own name. */
function effect(name: string, label: string, value: unknown, field?: string): Effect {
  const fields = field === undefined ? [] : [{ name, label: field, isNumber: typeof value === 'number' }];
  return { label, does: { [name]: value }, fields };
}

/** The effects by what the fault applies to. */
export const EFFECTS: Readonly<Record<string, Readonly<Record<string, Effect>>>> = {
  api: {
    status: {
      label: 'Return error status',
      does: { status: 503 },
      fields: [
        { name: 'status', label: 'Status', isNumber: true },
        { name: 'code', label: 'Error code', placeholder: 'service_unavailable', isOptional: true },
        { name: 'message', label: 'Message', isOptional: true },
      ],
    },
    delay: effect('delay', 'Delay', '3s', 'Delay'),
    disconnect: effect('disconnect', 'Drop connection', true),
    rate_limit: {
      label: 'Rate-limit',
      does: { rate_limit: { limit: 5, per: '1s' } },
      fields: [
        { name: 'limit', label: 'Requests', isNumber: true },
        { name: 'per', label: 'Per', placeholder: '1s' },
      ],
    },
  },
  payment: {
    fail: effect('fail', 'Decline', 'insufficient_fund', 'Failure code'),
    settle: {
      label: 'Settle automatically',
      does: { settle: 'successful', after: '5s' },
      fields: [
        { name: 'settle', label: 'Outcome', choices: ['successful', 'failed'] },
        { name: 'after', label: 'After', placeholder: '5s' },
      ],
    },
    never: effect('never', 'Stay pending', true),
  },
  webhook: {
    delay: effect('delay', 'Delay', '10m', 'Delay'),
    duplicate: effect('duplicate', 'Duplicate', 2, 'Copies'),
    drop: effect('drop', 'Drop', 1, 'Attempts'),
    reorder: effect('reorder', 'Reorder', 2, 'Webhooks'),
    corrupt_body: effect('corrupt_body', 'Corrupt body', 1, 'Attempts'),
    wrong_signature: effect('wrong_signature', 'Wrong signature', 1, 'Attempts'),
    stale: effect('stale', 'Stale timestamp', 1, 'Attempts'),
    no_signature: effect('no_signature', 'No signature', 1, 'Attempts'),
    two_signatures: effect('two_signatures', 'Two signatures', 1, 'Attempts'),
    hang_up: effect('hang_up', 'Hang up', 1, 'Attempts'),
    patch: effect('patch', 'Patch event', { key: 'charge.unknown' }),
    before_answer: effect('before_answer', 'Before the API response', true),
  },
};

export const ON = [
  { value: 'api', label: 'API responses' },
  { value: 'payment', label: 'Payments' },
  { value: 'webhook', label: 'Webhooks' },
];

const ABOUT_OBJECT: readonly Field[] = [
  { name: 'source_type', label: 'Payment method', placeholder: 'promptpay' },
  { name: 'amount', label: 'Amount in the smallest unit', placeholder: '100000', isNumber: true },
  { name: 'metadata', label: 'Metadata', placeholder: 'order=1042' },
];

/** The conditions by what the fault applies to. */
export const CONDITIONS: Readonly<Record<string, readonly Field[]>> = {
  api: [
    { name: 'route', label: 'Route', placeholder: 'POST /charges' },
    { name: 'method', label: 'Method', choices: ['GET', 'POST', 'PATCH', 'DELETE'] },
    { name: 'key', label: 'Key type', choices: ['secret', 'public'] },
    { name: 'object', label: 'Object', placeholder: 'chrg_test_…' },
    ...ABOUT_OBJECT,
  ],
  payment: [{ name: 'object', label: 'Object', placeholder: 'src_test_…' }, ...ABOUT_OBJECT],
  webhook: [
    { name: 'key', label: 'Event', placeholder: 'charge.complete' },
    { name: 'object', label: 'Object', placeholder: 'chrg_test_…' },
    ...ABOUT_OBJECT,
  ],
};
