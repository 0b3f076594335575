import { choice, constant, integer, many, object, resource, text, type Shape } from '../shapes.js';

/** In UTC, to the second. */
export const time = text(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
export const currency = text(/^[A-Z]{3}$/);
export const decimal = text(/^\d+\.\d+$/);

const SUFFIX = '[0-9a-z]{19}';

/** The ids of a kind of object: prefix, `_test` in test mode, 19 characters. */
export const id = (prefix: string): Shape => text(new RegExp(`^${prefix}_(test_)?${SUFFIX}$`));

/** A pattern in which `{chrg}` is the id of a charge. */
const withIds = (pattern: string): string =>
  pattern.replaceAll(/\{([a-z][\w|]*)\}/g, (_, prefix) => `(${prefix})_(test_)?${SUFFIX}`);

/** The path of an object. */
export const path = (pattern: string): Shape => text(new RegExp(`^${withIds(pattern)}$`));

/** An address on one of the gateway's hosts. */
export const address = (pattern: string): Shape => text(new RegExp(`^https?://[^/]+${withIds(pattern)}$`));

/** A list inside an object: its first page. */
export const embeddedList = (items: Shape, location: string): Shape =>
  object({
    object: constant('list'),
    data: items,
    limit: constant(20),
    offset: constant(0),
    total: integer,
    location: path(location),
    order: constant('chronological'),
    from: constant('1970-01-01T00:00:00Z'),
    to: time,
  });

/** A page of a list. */
export const list = (...names: readonly string[]): Shape =>
  object({
    object: constant('list'),
    data: many(resource(...names)),
    limit: integer,
    offset: integer,
    total: integer,
    location: text(/^\/[a-z]/),
    order: choice('chronological', 'reverse_chronological'),
    from: time,
    to: time,
  });

export const error = object({
  object: constant('error'),
  location: text(/^https:\/\/www\.omise\.co\/api-errors#[a-z-]+$/),
  code: text(/^[a-z_]+$/),
  message: text(/./),
});
