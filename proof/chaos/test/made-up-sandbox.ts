import { HOUR_MS, isoSeconds } from '../../../libs/kernel/time.js';
import type { Posted } from '../history.js';
import type { SandboxLife, Step, StepKind } from '../sandbox-history.js';

const HOME = 'http://127.0.0.1:1/sandbox-box';
const iso = (time: number): string => new Date(time).toISOString();

/**
 * Sandboxes in which all went well, with a webhook for each event: of one that was reset, of one that went
 * with its TTL, and of one that went back to a snapshot.
 */
export interface MadeUpSandboxes {
  readonly sandboxes: (SandboxLife & { readonly steps: Step[] })[];
  readonly sandboxPosted: Posted[];
}

/**
 * A clock that stood at `began` when the machine's did was walked by three hours, in which two charges
 * expired, and after a reset to its end.
 */
export function madeUpSandboxes(began: number): MadeUpSandboxes {
  const dueAt = (hours: number): string => isoSeconds(new Date(began + hours * HOUR_MS));
  const charge = (id: string, hours: number): object => ({
    id,
    expires_at: dueAt(hours),
    status: 'pending',
    expired_at: null,
  });
  const expired = (id: string, hours: number): object => ({
    ...charge(id, hours),
    status: 'expired',
    expired_at: dueAt(hours),
  });
  const ended = (id: string, hours: number): object => ({
    id: `evnt_${id}`,
    key: 'charge.complete',
    created_at: dueAt(hours),
    data: expired(id, hours),
  });
  const happened = (id: string): object[] => [
    { object_id: id, event: `evnt_${id}`, delivery: null, outcome: 'expired' },
    { object_id: id, event: `evnt_${id}`, delivery: `whdl_${id}`, outcome: 'delivered' },
  ];
  const clock = { now: iso(began), frozen: true, next: null };
  const walked = {
    id: 'clkm_1',
    from: iso(began),
    to: iso(began + 3 * HOUR_MS),
    status: 'done',
    happened: ['a', 'b'].flatMap(happened),
  };
  const settled = {
    id: 'clkm_2',
    from: iso(began),
    to: iso(began + HOUR_MS),
    status: 'done',
    happened: happened('c'),
  };
  const step = (kind: StepKind, at: number, body: object, more: Partial<Step> = {}): Step => {
    const rest = { status: 200, text: JSON.stringify(body), sent: {}, target: null, isSettling: false };
    return { kind, process: 'control-1', at: began + at, until: began + at + 10, ...rest, ...more };
  };
  const steps = [
    step('make', 0, { clock }),
    step('charge', 20, charge('a', 1)),
    step('charge', 20, charge('b', 2)),
    step('clock', 40, clock),
    step('advance', 60, walked, { until: began + 160, sent: { by: '3h' } }),
    step('charges', 170, { data: [expired('a', 1), expired('b', 2)] }),
    step('events', 170, { data: [ended('a', 1), ended('b', 2)] }),
    step('clock', 190, { ...clock, now: walked.to }),
    step('reset', 210, { clock }),
    step('charges', 230, { data: [] }),
    step('events', 230, { data: [] }),
    step('find', 230, {}, { status: 404, target: 'a' }),
    step('page', 230, {}, { status: 404, target: 'a' }),
    step('clock', 230, clock),
    step('charge', 250, charge('c', 1)),
    step('advance', 300, settled, { until: began + 400, sent: { until: 'idle' }, isSettling: true }),
    step('events', 410, { data: [ended('c', 1)] }),
  ];
  const posted = (id: string, at: number, epoch: number): Posted => ({
    uri: HOME,
    headers: {
      'tollgate-epoch': String(epoch),
      'omise-signature-timestamp': String(Math.floor((began + at) / 1_000)),
    },
    body: JSON.stringify({ id: `evnt_${id}`, data: { id } }),
    at: began + at,
    answered: 200,
  });
  const back = [
    step('make', 0, { clock }),
    step('charge', 20, charge('e', 1)),
    step('save', 40, { name: 'at' }, { sent: { name: 'at' } }),
    step('charge', 60, charge('f', 1)),
    step('restore', 80, { snapshot: 'at', at: iso(began) }),
    step('charges', 100, { data: [charge('e', 1)] }),
    step('find', 100, {}, { status: 404, target: 'f' }),
  ];
  return {
    sandboxes: [
      { name: 'box', uri: HOME, ttlMs: null, steps },
      {
        name: 'short',
        uri: `${HOME}-short`,
        ttlMs: 2_000,
        steps: [step('make', 0, { clock }), step('clock', 6_000, {}, { status: 404 })],
      },
      { name: 'back', uri: `${HOME}-back`, ttlMs: 2_000, steps: back },
    ],
    sandboxPosted: [posted('a', 100, 1), posted('b', 110, 1), posted('c', 350, 2)],
  };
}
