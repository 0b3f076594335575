import type { Helper } from './helper.js';
import type { LoadPlan, LoadResult } from './load/plan.js';
import type { ReceiverQuestion, ReceiverReply } from './receiver.js';

export type Load = Helper<LoadPlan, LoadResult>;
export type Receiver = Helper<ReceiverQuestion, ReceiverReply>;

/** Shared by all measurements. */
export interface Tools {
  /** For data and logs. */
  readonly dir: string;
  readonly load: Load;
  readonly receiver: Receiver;
  readonly say: (line: string) => void;
}
