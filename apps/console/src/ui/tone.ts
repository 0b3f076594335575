/** The meaning of a colour; console.css has the colours. */
export type Tone = 'good' | 'bad' | 'waiting' | 'retrying' | 'info' | 'held' | 'neutral';

const TONES: Readonly<Record<string, Tone>> = {
  successful: 'good',
  delivered: 'good',
  won: 'good',
  closed: 'good',
  paid: 'good',
  passed: 'good',
  sent: 'info',
  running: 'info',
  authorized: 'info',
  active: 'good',
  failed: 'bad',
  exhausted: 'bad',
  lost: 'bad',
  held: 'held',
  pending: 'waiting',
  open: 'waiting',
  warning: 'waiting',
  retrying: 'retrying',
};

export function toneOf(status: string): Tone {
  return TONES[status] ?? 'neutral';
}

/**
 * The tone of an HTTP status: 5xx and no answer are bad, 4xx is waiting for a correction, 2xx and 3xx are
 * good.
 */
export function toneOfHttp(status: number | null | undefined): Tone {
  if (!status || status >= 500) return 'bad';
  return status >= 400 ? 'retrying' : 'good';
}
