import type { TimelineEntry } from './timeline.js';
import { untilWritten, type ReadTimeline, type TimelinePage } from './timeline-written.js';

function entry(kind: string, id: string, trigger: string | null = null): TimelineEntry {
  const at = '2026-01-31T08:15:00.000Z';
  return {
    kind,
    id,
    livemode: false,
    object_id: null,
    request_id: null,
    trigger,
    at,
    machine_at: at,
    details: {},
  };
}

const NOTHING = { data: [], behind: false };

/** A timeline that answers these pages in turn, and nothing new after them; what was asked is kept. */
function timeline(...pages: readonly Omit<TimelinePage, 'next'>[]): {
  readonly asked: (string | undefined)[];
  readonly read: ReadTimeline;
} {
  const asked: (string | undefined)[] = [];
  return {
    asked,
    read: (query) => {
      const page = { ...(pages[asked.length] ?? NOTHING), next: `after-${asked.length}` };
      asked.push(query['after'] ?? query['before']);
      return Promise.resolve(page);
    },
  };
}

describe('a timeline is waited for', () => {
  it('once, where nothing is to come', async () => {
    const { asked, read } = timeline({
      data: [entry('request', 'req_1'), entry('event', 'evnt_1', 'req_1'), entry('event', 'evnt_2')],
      behind: false,
    });
    await untilWritten(read);
    expect(asked).toEqual(['end', 'after-0']);
  });

  it('until what is committed can be listed', async () => {
    const { asked, read } = timeline(NOTHING, { data: [], behind: true }, { data: [], behind: true });
    await untilWritten(read);
    expect(asked).toEqual(['end', 'after-0', 'after-1', 'after-2']);
  });

  it('until the request is there that set off an event', async () => {
    const { asked, read } = timeline({ data: [entry('event', 'evnt_1', 'req_1')], behind: false }, NOTHING, {
      data: [entry('request', 'req_1')],
      behind: false,
    });
    await untilWritten(read);
    expect(asked.slice(0, 3)).toEqual(['end', 'after-0', 'after-1']);
  });

  it('no longer than may be', async () => {
    const { asked, read } = timeline({ data: [entry('event', 'evnt_1', 'req_1')], behind: true });
    await untilWritten(read, 0);
    expect(asked).toEqual(['end', 'after-0']);
  });
});
