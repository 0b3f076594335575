import { request } from 'undici';

/** The value of the header `Authorization` for a key of Tollgate. */
export function basic(key: string): string {
  return `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
}

/** One request and its answer. Throws when it is not a 2xx. */
export async function ask<Reply>(
  method: 'GET' | 'POST',
  url: string,
  { authorization, form }: { readonly authorization: string; readonly form?: string },
): Promise<Reply> {
  const { statusCode, body } = await request(url, {
    method,
    headers: { Authorization: authorization, 'Content-Type': 'application/x-www-form-urlencoded' },
    ...(form === undefined ? {} : { body: form }),
  });
  const text = await body.text();
  if (statusCode < 200 || statusCode > 299) throw new Error(`${method} ${url} was answered ${statusCode}: ${text}`);
  return JSON.parse(text) as Reply;
}
