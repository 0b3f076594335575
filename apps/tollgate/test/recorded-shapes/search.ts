import { choice, constant, free, integer, many, nullable, except, object, resource, text } from '../shapes.js';

export const search = object({
  object: constant('search'),
  export: except(nullable(text()), { set: 'nothing is exported (SE1)' }),
  data: many(resource('charge', 'customer', 'dispute', 'link', 'refund')),
  page: integer,
  per_page: integer,
  total: integer,
  total_pages: integer,
  filters: free,
  location: constant('/search'),
  order: choice('chronological', 'reverse_chronological'),
  query: text(),
  scope: choice('charge', 'customer', 'dispute', 'link', 'refund'),
  aggregate_level: except(nullable(text()), { set: 'nobody says what it means (SE1)' }),
});
