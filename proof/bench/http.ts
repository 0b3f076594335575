import { request } from 'undici';

const CONCURRENCY = 20;

/** The value of the header `Authorization` for a key of Tollgate. */
export function basic(key: string): string {
  return `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
}

/** Sends a form, or JSON if `sent` is an object. Throws unless the answer is a 2xx. */
export async function ask<Reply>(
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  { key, sent }: { readonly key?: string; readonly sent?: string | object },
): Promise<Reply> {
  const isForm = typeof sent !== 'object';
  const { statusCode, body } = await request(url, {
    method,
    headers: {
      'Content-Type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      ...(key !== undefined && { Authorization: basic(key) }),
    },
    ...(sent !== undefined && { body: isForm ? sent : JSON.stringify(sent) }),
    // An advance of a clock takes minutes.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const text = await body.text();
  if (statusCode < 200 || statusCode > 299)
    throw new Error(`${method} ${url} was answered ${statusCode}: ${text}`);
  return JSON.parse(text) as Reply;
}

/** Does the work `count` times, `concurrency` at once. */
export async function repeat<Result>(
  count: number,
  work: (number: number) => Promise<Result>,
  concurrency = CONCURRENCY,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let number = next++; number < count; number = next++) results.push(await work(number));
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results;
}
