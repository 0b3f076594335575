import { defineResource, each } from '#engine/resources/resource.js';
import { rowsOf } from '#engine/resources/rows-of.js';
import { toRecipient } from './recipient.row.js';
import { recipientView } from './recipient.view.js';

/** A deleted one is not found (docs/fidelity.md RC1). */
export const RECIPIENT = defineResource({
  kind: 'recipient',
  rows: rowsOf('Recipient', toRecipient),
  views: each(recipientView),
  isFound: ({ deleted }) => !deleted,
  listed: {
    only: 'NOT recipient.deleted',
    statuses: {
      active: 'recipient.activated_at IS NOT NULL',
      inactive: 'recipient.activated_at IS NULL',
    },
    columns: {
      name: 'recipient.name',
      recipient_type: 'recipient.type',
      email: 'recipient.email',
      metadata: 'recipient.metadata',
    },
    text: 'recipient.id, recipient.name, recipient.email, recipient.description, recipient.metadata',
  },
});
