import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { Snapshot } from '#platform/database/generated/client.js';
import { exportedRow, type ExportedRow } from './rules/exported-row.js';
import type { FileHeader } from './rules/file-rules.js';
import { fileHeader, fileText } from './snapshot-file.js';
import { pagesOf, transactionsOf } from './snapshot-rows.js';

/** Exports snapshots as NDJSON: one line per row, sorted, so that equal states give equal files. */
@Injectable()
export class SnapshotExport {
  constructor(private readonly database: Database) {}

  /** Streams the text. Throws in the middle when the snapshot is removed meanwhile. */
  async *write(snapshot: Snapshot, hasPersonalData: boolean): AsyncGenerator<string> {
    const { at, frozen } = snapshot;
    const settings = snapshot.settings as FileHeader['settings'];
    const transactions = await transactionsOf(this.database, snapshot.id);
    yield* fileText(
      await fileHeader({ at, frozen, settings, hasPersonalData }),
      this.pages(snapshot, transactions, hasPersonalData),
      transactions.length,
    );
  }

  private async *pages(
    snapshot: Snapshot,
    transactions: readonly number[],
    hasPersonalData: boolean,
  ): AsyncGenerator<ExportedRow[]> {
    const orders = new Map(transactions.map((xid, index) => [xid, index + 1]));
    let found = 0;
    for await (const { table, rows } of pagesOf(this.database, snapshot.id)) {
      found += rows.length;
      yield rows.flatMap(
        (row) => exportedRow(table, row, { order: orders.get(Number(row['xid'])), hasPersonalData }) ?? [],
      );
    }
    if (found !== snapshot.rowCount)
      throw new Error(`the snapshot ${snapshot.name} was removed while it was exported`);
  }
}
