import { defineResource, each } from '#engine/resources/resource.js';
import { rowsOf } from '#engine/resources/rows-of.js';
import { toLinkedAccount } from './linked-account.row.js';
import { linkedAccountView } from './linked-account.view.js';

export const LINKED_ACCOUNT = defineResource({
  kind: 'linked_account',
  rows: rowsOf('LinkedAccount', toLinkedAccount),
  views: each(linkedAccountView),
});
