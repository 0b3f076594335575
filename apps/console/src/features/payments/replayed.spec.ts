import type { Schemas } from '../../api/client';
import type { Entry } from '../timeline/entries';
import { replayedOf } from './replayed';

type Planned = Schemas['Replay']['data'];

const planned = (event: string, attempt: object | null = null): Planned[number] =>
  ({ event, key: 'charge.create', offset_ms: 0, original: { status: 500, error: 'x' }, attempt }) as never;
const sent = (event: string, status: number | null, error: string | null = null): Entry =>
  ({ kind: 'attempt', details: { event, status, error, duration_ms: 7, trigger: 'replay' } }) as never;

const answers = (...of: Parameters<typeof replayedOf>): unknown[] =>
  replayedOf(...of).map(({ answer }) => answer && [answer.status, answer.error]);

describe('replayedOf', () => {
  const plan = [planned('evnt_1'), planned('evnt_2'), planned('evnt_1')];

  it('gives the attempts of an event to its webhooks, one after the other', () => {
    const attempts = [sent('evnt_1', 500), sent('evnt_2', 200), sent('evnt_1', 201)];
    expect(answers(plan, attempts, undefined)).toEqual([
      [500, null],
      [200, null],
      [201, null],
    ]);
  });

  it('shows no answer of an attempt that is under way', () => {
    expect(answers(plan, [sent('evnt_1', null)], undefined)).toEqual([undefined, undefined, undefined]);
  });

  it('takes the answers of the response at the end', () => {
    const made = { answer: { status: 204 }, error: null, timings: { total: 3 } };
    const final = [
      planned('evnt_1', made),
      planned('evnt_2'),
      planned('evnt_1', { ...made, answer: null, error: 'Connection refused.' }),
    ];
    expect(answers(plan, [sent('evnt_1', 500)], final)).toEqual([
      [204, null],
      undefined,
      [null, 'Connection refused.'],
    ]);
  });
});
