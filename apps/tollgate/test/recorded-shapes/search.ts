import {
  choice,
  constant,
  free,
  integer,
  many,
  nullable,
  except,
  object,
  resource,
  text,
} from '../shapes.js';

const OBJECTS = ['charge', 'customer', 'dispute', 'link', 'recipient', 'refund', 'transaction', 'transfer'];

export const search = object({
  object: constant('search'),
  export: except(nullable(text()), { set: 'nothing is exported (SE1)' }),
  data: many(resource(...OBJECTS, 'schedule')),
  page: integer,
  per_page: integer,
  total: integer,
  total_pages: integer,
  filters: free,
  location: constant('/search'),
  order: choice('chronological', 'reverse_chronological'),
  query: text(),
  scope: choice(...OBJECTS, 'charge_schedule', 'transfer_schedule'),
  aggregate_level: except(nullable(text()), { set: 'nobody says what it means (SE1)' }),
});
