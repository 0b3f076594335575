import type { Merchant } from './merchant.js';

export interface Search {
  readonly data: readonly { readonly id: string }[];
  readonly total: number;
  readonly [field: string]: unknown;
}

/** Throws if the search is rejected. */
export async function searchIn(shop: Merchant, scope: string, asked: object): Promise<Search> {
  const { status, body } = await shop.get('/search', { scope, ...asked });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as Search;
}

export async function idsIn(shop: Merchant, scope: string, asked: object): Promise<string[]> {
  return (await searchIn(shop, scope, asked)).data.map(({ id }) => id);
}
