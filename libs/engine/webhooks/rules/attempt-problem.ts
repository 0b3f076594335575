import { INTERRUPTED, type AttemptOutcome } from './retry-schedule.js';

/** Errors by the names that attempts have for them (docs/fidelity.md W7), as sentences. */
const SENTENCES: Readonly<Record<string, string>> = {
  'connection refused': 'Connection refused. Nothing listens at this address and port.',
  'connection reset': 'The endpoint reset the connection before it responded.',
  'connection closed': 'The endpoint closed the connection before it responded.',
  'host unreachable': 'No route to the endpoint, or its host is down.',
  'host not found': 'The host name of the endpoint could not be resolved.',
  timeout: 'The endpoint did not respond in time.',
  'headers too large': 'The response headers are larger than 16 KiB.',
  'answer is not valid HTTP': 'The response is not valid HTTP.',
  'address not allowed':
    'Address not allowed. Tollgate never sends to link-local or cloud metadata addresses.',
  [INTERRUPTED]: 'Tollgate stopped before the endpoint responded.',
};
const STATUS_GONE = 410;

/** Why an attempt did not deliver, in words; `null` when it did. */
export function attemptProblem({ status, error }: AttemptOutcome): string | null {
  if (error !== null) return sentenceOf(error);
  if (status === null) return 'In progress, or Tollgate stopped before the endpoint responded.';
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `Endpoint returned ${status}. Redirects are not followed. Only 2xx counts as delivered.`;
  if (status === STATUS_GONE) return `Endpoint returned ${status}. It is not retried.`;
  return `Endpoint returned ${status}. Only 2xx counts as delivered.`;
}

function sentenceOf(error: string): string {
  if (error.startsWith('TLS: ')) return `TLS connection failed (${error.slice('TLS: '.length)}).`;
  return SENTENCES[error] ?? `Attempt failed (${error}).`;
}
