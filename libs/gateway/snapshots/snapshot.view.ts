import type { Snapshot } from '#platform/database/generated/client.js';
import type { Moment } from '../timeline/list.view.js';

/** A state of a sandbox that it can go back to. */
export interface SnapshotView {
  object: 'snapshot';
  /** @example "before-checkout" */
  name: string;
  /** When it was saved, in the sandbox's time: where its clock goes back to. */
  at: Moment;
  /** The same in the machine's time. */
  machine_at: Moment;
  /** Whether the clock stood still. */
  frozen: boolean;
  /**
   * How many rows it holds.
   * @example 81
   */
  rows: number;
}

/** Snapshots of a sandbox, oldest first. */
export interface SnapshotListView {
  object: 'list';
  data: SnapshotView[];
  /**
   * What `after` must be for those that follow; null at the end.
   * @example null
   */
  next: string | null;
}

/** What was removed. */
export interface DeletedSnapshotView {
  object: 'snapshot';
  /** @example "before-checkout" */
  name: string;
  deleted: true;
}

/** A sandbox that went back to a snapshot, or became what a file says. */
export interface RestoreView {
  object: 'restore';
  /**
   * The snapshot; null for a file.
   * @example "before-checkout"
   */
  snapshot: string | null;
  /**
   * That of the sandbox from now on: webhooks of before name another.
   * @example 2
   */
  epoch: number;
  /** Where its clock stands, or ran on from. */
  at: Moment;
  /** Whether the clock stands still. */
  frozen: boolean;
  /**
   * How many webhooks were still to be sent, and are held now.
   * @example 0
   */
  held: number;
}

export function snapshotView({ name, at, machineAt, frozen, rowCount }: Snapshot): SnapshotView {
  return { object: 'snapshot', name, at: at.toISOString(), machine_at: machineAt.toISOString(), frozen, rows: rowCount };
}

/**
 * What was one thing and is another, by the names of columns.
 * @schema { "type": "object", "additionalProperties": { "type": "object", "properties": { "from": {}, "to": {} }, "required": ["from", "to"], "additionalProperties": false } }
 */
export type FieldsView = Record<string, { from: unknown; to: unknown }>;

/** Where a clock stood. */
interface SavedClockView {
  at: Moment;
  frozen: boolean;
}

/** A row that is not the same in both. */
export interface RowDiffView {
  /**
   * The table: `charge`, `event`, `webhook_delivery`.
   * @example "charge"
   */
  kind: string;
  /** @example "chrg_test_60aaaaaaaaaaaaaaaa1" */
  id: string;
  /** Null where it is of both modes. */
  livemode: boolean | null;
  change: 'added' | 'removed' | 'changed';
  /**
   * What changed in it.
   * @example { "status": { "from": "pending", "to": "successful" } }
   */
  fields: FieldsView;
}

/** What changed from one snapshot to another, and nothing else. */
export interface DiffView {
  object: 'diff';
  /** @example "before-checkout" */
  from: string;
  /** @example "after-checkout" */
  to: string;
  /** Null where both stood at the same time. */
  clock: { from: SavedClockView; to: SavedClockView } | null;
  /**
   * Settings that changed.
   * @example {}
   */
  settings: FieldsView;
  /**
   * How many rows differ.
   * @example 1
   */
  total: number;
  /** At most 1,000 of them. */
  data: RowDiffView[];
}
