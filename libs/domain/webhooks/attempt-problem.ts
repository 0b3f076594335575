import { INTERRUPTED, type AttemptOutcome } from './retry-schedule.js';

/** Errors by the names that attempts have for them (docs/fidelity.md W7), as sentences. */
const SENTENCES: Readonly<Record<string, string>> = {
  'connection refused': 'nothing takes connections at that address and port',
  'connection reset': 'the receiver cut the connection before it had answered',
  'connection closed': 'the receiver closed the connection before it had answered',
  'host unreachable': 'no route leads to the receiver, or its host is down',
  'host not found': 'the name of the receiver could not be resolved',
  timeout: 'the receiver did not answer in time',
  'headers too large': 'the headers of the answer are larger than 16 KiB',
  'answer is not valid HTTP': 'the receiver answered with something that is not valid HTTP',
  'address not allowed': 'the address is one that Tollgate never calls: link-local, or where cloud machines keep their credentials',
  [INTERRUPTED]: 'Tollgate was stopped, or died, before the receiver had answered',
};
const STATUS_GONE = 410;

/** Why an attempt did not deliver, in words; `null` when it did. */
export function attemptProblem({ status, error }: AttemptOutcome): string | null {
  if (error !== null) return sentenceOf(error);
  if (status === null) return 'it is under way, or Tollgate died before the receiver had answered';
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `the receiver answered ${status}: redirects are not followed, and only 2xx counts`;
  if (status === STATUS_GONE) return `the receiver answered ${status}: it wants no more attempts`;
  return `the receiver answered ${status}, and only 2xx counts`;
}

function sentenceOf(error: string): string {
  if (error.startsWith('TLS: ')) return `the secure connection failed (${error.slice('TLS: '.length)})`;
  return SENTENCES[error] ?? `the attempt failed (${error})`;
}
