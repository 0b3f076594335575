import type { Snapshot } from '#platform/database/generated/client.js';
import type { Moment } from '../timeline/list.view.js';

/** A saved state of a sandbox. */
export interface SnapshotView {
  object: 'snapshot';
  /** @example "before-checkout" */
  name: string;
  /** Creation time, in the sandbox's time. A restore sets the clock to it. */
  at: Moment;
  /** Creation time, in real time. */
  machine_at: Moment;
  /** True if the clock was frozen. */
  frozen: boolean;
  /**
   * Number of rows.
   * @example 81
   */
  rows: number;
}

/** Snapshots of a sandbox, oldest first. */
export interface SnapshotListView {
  object: 'list';
  data: SnapshotView[];
  /**
   * Cursor for `after`: the next page. Null at the end of the list.
   * @example null
   */
  next: string | null;
}

/** The deleted snapshot. */
export interface DeletedSnapshotView {
  object: 'snapshot';
  /** @example "before-checkout" */
  name: string;
  deleted: true;
}

/** A sandbox after a restore or an import. */
export interface RestoreView {
  object: 'restore';
  /**
   * Name of the snapshot. Null for a file.
   * @example "before-checkout"
   */
  snapshot: string | null;
  /**
   * ID of the object of an imported bundle. Null for other files, and for a restore.
   * @example null
   */
  object_id: string | null;
  /**
   * New epoch of the sandbox. Earlier webhooks have another `Tollgate-Epoch`.
   * @example 2
   */
  epoch: number;
  /** Time of the clock after the restore. */
  at: Moment;
  /** True if the clock is frozen. */
  frozen: boolean;
  /**
   * Number of unsent webhooks. They are now held.
   * @example 0
   */
  held: number;
}

export function snapshotView({ name, at, machineAt, frozen, rowCount }: Snapshot): SnapshotView {
  return {
    object: 'snapshot',
    name,
    at: at.toISOString(),
    machine_at: machineAt.toISOString(),
    frozen,
    rows: rowCount,
  };
}

/**
 * The changed columns by name.
 * @schema { "type": "object", "additionalProperties": { "type": "object", "properties": { "from": {}, "to":
 * {} }, "required": ["from", "to"], "additionalProperties": false } }
 */
export type FieldsView = Record<string, { from: unknown; to: unknown }>;

/** A saved clock. */
interface SavedClockView {
  at: Moment;
  frozen: boolean;
}

/** A row that differs between two snapshots. */
export interface RowDiffView {
  /**
   * Table: `charge`, `event`, `webhook_delivery`.
   * @example "charge"
   */
  kind: string;
  /** @example "chrg_test_60aaaaaaaaaaaaaaaa1" */
  id: string;
  /** Null for rows of both modes. */
  livemode: boolean | null;
  /**
   * Amount of the row, in the smallest unit of `currency`. Null for rows without one.
   * @example 100000
   */
  amount: number | null;
  /**
   * Currency of the row's amounts. Null for rows without one.
   * @example "THB"
   */
  currency: string | null;
  /**
   * Email, name, title or description of the row, or `credit` or `debit` of a transaction. Null for rows
   * without one.
   * @example null
   */
  about: string | null;
  /**
   * The row's metadata, such as the order; those of its charge where it has none. Secrets are masked.
   * @schema { "type": "object" }
   * @example { "order": "1042" }
   */
  metadata: object;
  change: 'added' | 'removed' | 'changed';
  /**
   * Changed fields. Secrets in metadata are masked.
   * @example { "status": { "from": "pending", "to": "successful" } }
   */
  fields: FieldsView;
}

/** The differences between two snapshots. */
export interface DiffView {
  object: 'diff';
  /** @example "before-checkout" */
  from: string;
  /** @example "after-checkout" */
  to: string;
  /** Null if both clocks had the same time. */
  clock: { from: SavedClockView; to: SavedClockView } | null;
  /**
   * Changed settings.
   * @example {}
   */
  settings: FieldsView;
  /**
   * Number of rows that differ.
   * @example 1
   */
  total: number;
  /** At most 1,000 of these rows. */
  data: RowDiffView[];
}
