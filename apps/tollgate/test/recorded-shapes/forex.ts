import { constant, flag, number, object } from '../shapes.js';
import { currency, path } from './common.js';

export const forex = object({
  object: constant('forex'),
  rate: number,
  location: path('/forex/[a-z]{3}'),
  livemode: flag,
  base: currency,
  quote: currency,
});
