import { constant, flag, object, text } from '../shapes.js';
import { id, path, time } from './common.js';

/** As documented; recordings have only some of it. */
export const chain = object({
  object: constant('chain'),
  id: id('acch'),
  livemode: flag,
  location: path('/chains/{acch}'),
  created_at: time,
  revoked: flag,
  key: text(/^ckey_(test_)?[0-9a-z]{19}$/),
  email: text(/@/),
});
