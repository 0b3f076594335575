import { constant, flag, integer, many, nullable, object, resource, text } from '../shapes.js';
import { address, currency, embeddedList, id, path, time } from './common.js';

export const link = object({
  object: constant('link'),
  id: id('link'),
  livemode: flag,
  location: path('/links/{link}'),
  deleted: flag,
  multiple: flag,
  used: flag,
  currency,
  amount: integer,
  charges: embeddedList(many(resource('charge')), '/links/{link}/charges'),
  description: text(/./),
  title: text(/./),
  payment_uri: address('/pay/[0-9A-Z]{19}'),
  created_at: time,
  used_at: nullable(time),
  deleted_at: nullable(time),
});
