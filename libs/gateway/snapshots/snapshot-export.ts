import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FileHeader, FileTrailer } from '#domain/snapshots/file-rules.js';
import { EXPORT_VERSION, exportedRow } from '#domain/snapshots/exported-row.js';
import { Database } from '#platform/database/database.js';
import type { Snapshot } from '#platform/database/generated/client.js';
import { migrationNames } from '#platform/database/migrations.js';
import { pagesOf, transactionsOf } from './snapshot-rows.js';

/** Exports snapshots as NDJSON: one line per row, sorted, so that equal states give equal files. */
@Injectable()
export class SnapshotExport {
  constructor(private readonly database: Database) {}

  /** Streams the text. Throws in the middle when the snapshot is removed meanwhile. */
  async *write(snapshot: Snapshot, hasPersonalData: boolean): AsyncGenerator<string> {
    const hash = createHash('sha256');
    const hashed = (text: string): string => {
      hash.update(text);
      return text;
    };
    yield hashed(line(await this.headerOf(snapshot, hasPersonalData)));
    const orders = new Map(
      (await transactionsOf(this.database, snapshot.id)).map((xid, index) => [xid, index + 1]),
    );
    let [found, written] = [0, 0];
    for await (const { table, rows } of pagesOf(this.database, snapshot.id)) {
      const lines = rows.flatMap(
        (row) => exportedRow(table, row, { order: orders.get(Number(row['xid'])), hasPersonalData }) ?? [],
      );
      found += rows.length;
      written += lines.length;
      yield hashed(lines.map(line).join(''));
    }
    if (found !== snapshot.rowCount)
      throw new Error(`the snapshot ${snapshot.name} was removed while it was exported`);
    const trailer: FileTrailer = { rows: written, orders: orders.size, sha256: hash.digest('hex') };
    yield line(trailer);
  }

  private async headerOf({ at, frozen, settings }: Snapshot, hasPersonalData: boolean): Promise<FileHeader> {
    const schema = (await migrationNames()).at(-1) ?? '';
    const about = { version: EXPORT_VERSION, schema, personal_data: hasPersonalData };
    return {
      tollgate: 'snapshot',
      ...about,
      at: at.toISOString(),
      frozen,
      settings: settings as FileHeader['settings'],
    };
  }
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
