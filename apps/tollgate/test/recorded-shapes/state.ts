import type { Gateway } from '../harness.js';
import type { ResourceName } from './resources.js';
import type { WatchedMerchant } from './watched-merchant.js';

/** Something that a merchant does or has; every answer on the way is looked at. */
export interface State {
  readonly about: ResourceName;
  readonly state: string;
  /** Of an account in Thailand, unless this says otherwise. */
  readonly of?: Parameters<Gateway['account']>[0];
  readonly reach: (shop: WatchedMerchant, gateway: Gateway) => Promise<unknown>;
}

interface Located {
  readonly id: string;
  readonly location: string;
}

/** The body of an answer that went well, as something with an id. */
export async function made(call: PromiseLike<{ status: number; body: unknown }>): Promise<Located> {
  const { status, body } = await call;
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as Located;
}

/** Number of accounts in parallel: enough to use Tollgate and its database fully. */
const AT_ONCE = 8;

/** Acts on all of them, several at once. One that fails does not keep the others from it. */
export async function sideBySide<T>(items: readonly T[], act: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = [...items];
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item; item = waiting.shift()) await act(item).catch(() => undefined);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** All of them, one after the other, so that equal times stay rare. */
export async function each<T>(items: readonly T[], act: (item: T) => Promise<unknown>): Promise<void> {
  for (const item of items) await act(item);
}
