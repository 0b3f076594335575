import { inSandbox } from './common.js';
import type { Control } from './control.js';
import type { ReadTimeline } from './timeline-written.js';

export function timelineReader(control: Control, sandbox: string): ReadTimeline {
  return (query, waitMs) => {
    const search = new URLSearchParams({ ...query, ...(waitMs > 0 && { wait: `${waitMs}ms` }) });
    return control.json('GET', inSandbox(sandbox, '/timeline'), { query: search });
  };
}
