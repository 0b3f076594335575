import { Prisma } from '#platform/database/generated/client.js';
import { defineResource, each } from '#engine/resources/resource.js';
import { rowsOf } from '#engine/resources/rows-of.js';
import { toLinkedAccount } from './linked-account.row.js';
import { linkedAccountView } from './linked-account.view.js';

export const LINKED_ACCOUNT = defineResource({
  kind: 'linked_account',
  rows: rowsOf('LinkedAccount', toLinkedAccount),
  views: each(linkedAccountView),
  listed: {
    statuses: {
      pending: (now) => Prisma.sql`linked_account.status = 'pending' AND linked_account.expires_at > ${now}`,
      successful: `linked_account.status = 'successful'`,
      failed: `linked_account.status = 'failed'`,
      expired: (now) => Prisma.sql`linked_account.status = 'pending' AND linked_account.expires_at <= ${now}`,
    },
    columns: {
      bank: 'linked_account.type',
      last_digits: 'linked_account.last_digits',
      customer: 'linked_account.customer_id',
      metadata: 'linked_account.metadata',
    },
    text: 'linked_account.id, linked_account.type, linked_account.last_digits, linked_account.customer_id, linked_account.metadata',
  },
});
