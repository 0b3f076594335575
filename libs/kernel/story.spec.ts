import { inTime, storyOf, type StoryEntry, type StoryNode } from './story.js';

/** An entry, `ms` after the first. */
function entry(
  kind: string,
  id: string,
  ms: number,
  trigger: string | null | undefined = null,
  details: object = {},
): StoryEntry {
  const at = new Date(Date.parse('2026-01-31T08:15:00.000Z') + ms).toISOString();
  return { kind, id, ...(trigger !== undefined && { trigger }), at, machine_at: at, details };
}

const attempt = (id: string, ms: number, event: string, trigger: string | null = null): StoryEntry =>
  entry('attempt', id, ms, trigger, { event });

/** The ids of trees, indented; those of missing entries in brackets. */
const drawn = (roots: readonly StoryNode<StoryEntry>[], indent = ''): string[] =>
  roots.flatMap(({ id, entry: found, request, children }) => [
    `${indent}${found ? id : `(${id})`}${request ? ` by ${request.id}` : ''}`,
    ...drawn(children, `${indent}  `),
  ]);

describe('a story', () => {
  it('has what each entry set off below it, whatever the order of commits', () => {
    const entries = [
      attempt('whdl_1-1', 20, 'evnt_1'),
      entry('event', 'evnt_1', 4, 'req_1'),
      entry('event', 'evnt_2', 5, 'req_1'),
      entry('fault', 'fire_1', 6, 'req_1'),
      entry('request', 'req_2', 9),
      entry('request', 'req_1', 0),
    ];
    const expected = ['req_1', '  evnt_1', '    whdl_1-1', '  evnt_2', '  fire_1', 'req_2'];
    expect(drawn(storyOf(entries))).toEqual(expected);
    expect(drawn(storyOf(entries.toReversed()))).toEqual(expected);
  });

  it('has an attempt below the event, unless something else set it off', () => {
    const entries = [
      entry('request', 'req_1', 0),
      entry('event', 'evnt_1', 1, 'req_1'),
      attempt('whdl_1-1', 2, 'evnt_1'),
      entry('act', 'act_1', 10),
      attempt('whdl_1-2', 11, 'evnt_1', 'act_1'),
      entry('clock', 'clkm_1', 50, null, { from: '2026-01-31T08:15:00.020Z' }),
      attempt('whdl_1-3', 30, 'evnt_1', 'clkm_1'),
      entry('event', 'evnt_2', 40, 'clkm_1'),
      attempt('whdl_2-1', 41, 'evnt_2', 'clkm_1'),
    ];
    expect(drawn(storyOf(entries))).toEqual([
      'req_1',
      '  evnt_1',
      '    whdl_1-1',
      'act_1',
      '  whdl_1-2',
      'clkm_1',
      '  whdl_1-3',
      '  evnt_2',
      '    whdl_2-1',
    ]);
  });

  it('has the action of a customer in place of the request for the page', () => {
    const entries = [
      entry('event', 'evnt_1', 2, 'act_1'),
      entry('page', 'act_1', 2, 'req_1'),
      entry('fault', 'fire_1', 1, 'req_1'),
      entry('request', 'req_1', 0),
    ];
    expect(drawn(storyOf(entries))).toEqual(['act_1 by req_1', '  fire_1', '  evnt_1']);
    const late = entries.slice(0, -1);
    expect(drawn(storyOf(late))).toEqual(['act_1', '  fire_1', '  evnt_1']);
  });

  it('keeps effects of a missing cause together, and knows what it was', () => {
    const entries = [
      entry('event', 'evnt_1', 4, 'req_1'),
      entry('event', 'evnt_2', 5, 'req_1'),
      attempt('whdl_9-2', 3, 'evnt_9'),
    ];
    const roots = storyOf(entries);
    expect(drawn(roots)).toEqual(['(evnt_9)', '  whdl_9-2', '(req_1)', '  evnt_1', '  evnt_2']);
    expect(roots.map(({ kind }) => kind)).toEqual(['event', 'request']);
    expect(roots.map(({ at }) => at)).toEqual(
      [3, 4].map((ms) => Date.parse('2026-01-31T08:15:00.000Z') + ms),
    );
  });

  it('has entries of time, and of releases without triggers, side by side', () => {
    const entries = [
      entry('event', 'evnt_1', 4),
      entry('request', 'req_1', 0, undefined),
      entry('event', 'evnt_2', 1, undefined),
    ];
    expect(drawn(storyOf(entries))).toEqual(['req_1', 'evnt_2', 'evnt_1']);
  });

  it('loses no entry of a file whose triggers form a circle, or a long chain', () => {
    const circle = [
      entry('event', 'evnt_1', 1, 'evnt_1'),
      entry('event', 'evnt_2', 2, 'evnt_3'),
      entry('event', 'evnt_3', 3, 'evnt_2'),
    ];
    expect(inTime(storyOf(circle)).map(({ node }) => node.id)).toHaveLength(3);
    const chain = Array.from({ length: 5_000 }, (_, index) =>
      entry('event', `evnt_${index}`, index, `evnt_${index + 1}`),
    );
    expect(inTime(storyOf(chain))).toHaveLength(5_001);
  });
});

describe('in time, a story', () => {
  const order = (entries: readonly StoryEntry[]): string[] =>
    inTime(storyOf(entries)).map(({ node: { id }, depth }) => `${depth} ${id}`);

  it('has a retry where it was made, and a clock move where it began', () => {
    const entries = [
      entry('request', 'req_1', 0),
      entry('event', 'evnt_1', 1, 'req_1'),
      attempt('whdl_1-1', 2, 'evnt_1'),
      attempt('whdl_1-2', 300, 'evnt_1'),
      entry('request', 'req_2', 100),
      entry('clock', 'clkm_1', 900, null, { from: '2026-01-31T08:15:00.200Z' }),
      entry('event', 'evnt_2', 800, 'clkm_1'),
    ];
    expect(order(entries)).toEqual([
      '0 req_1',
      '1 evnt_1',
      '2 whdl_1-1',
      '0 req_2',
      '0 clkm_1',
      '2 whdl_1-2',
      '1 evnt_2',
    ]);
  });

  it('has causes before effects while the clock is frozen', () => {
    const entries = [
      entry('event', 'evnt_1', 0, 'req_1'),
      { ...entry('request', 'req_2', 0), machine_at: '2026-01-31T08:15:09.000Z' },
      { ...entry('event', 'evnt_2', 0, 'req_2'), machine_at: '2026-01-31T08:15:09.000Z' },
      entry('request', 'req_1', 0),
    ];
    expect(order(entries)).toEqual(['0 req_1', '1 evnt_1', '0 req_2', '1 evnt_2']);
  });
});
