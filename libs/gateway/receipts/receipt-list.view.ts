import type { ListView } from '#domain/list.js';

/** What the service has charged the merchant for. There is nothing: no receipts are issued here. */
export interface ReceiptListView extends Omit<ListView<never>, 'object'> {
  object: 'list' | 'receipt_list';
}
