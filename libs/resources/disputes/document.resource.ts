import { defineResource, each } from '#engine/resources/resource.js';
import { rowsOf } from '#engine/resources/rows-of.js';
import { DOCUMENT_FIELDS } from './dispute.row.js';
import { documentView } from './document.view.js';

export const DOCUMENT = defineResource({
  kind: 'document',
  rows: rowsOf('DisputeDocument', (document) => document, DOCUMENT_FIELDS),
  views: each((document, { baseUrl }) => documentView(document, baseUrl)),
});
