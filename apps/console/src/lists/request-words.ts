import type { FilterQuery } from './filter-model';

const METHOD = /^(get|post|patch|put|delete|head|options)$/;
const STATUS = /^[1-5](\d\d|xx)$/;
const ID = /^[a-z]+\d?_(test_)?[a-z0-9]{15,}$/;

/** True for the id of an object. */
export function isObjectId(word: string): boolean {
  return ID.test(word);
}

/**
 * The parameters of the request log for typed words: `post 4xx /charges` is a method, a status and a part of
 * the path; an id is an object.
 */
export function requestQuery(text: string): FilterQuery {
  const query: Record<string, string> = {};
  const parts = text.split(/\s+/).filter((word) => {
    const name = METHOD.test(word)
      ? 'method'
      : STATUS.test(word)
        ? 'status'
        : isObjectId(word)
          ? 'object'
          : undefined;
    if (name) query[name] = word;
    return !name && word !== '';
  });
  return parts.length === 0 ? query : { ...query, path: `*${parts.join('*')}*` };
}
