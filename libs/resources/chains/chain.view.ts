import { withPrefix } from '#kernel/ids.js';
import { isoSeconds, type Timestamp } from '#kernel/time.js';
import type { Chain } from '#platform/database/generated/client.js';

/** A sub-merchant's authorization for this merchant to act on its behalf (docs/fidelity.md A10). */
export interface ChainView {
  object: 'chain';
  /** @example "acch_test_60aaaaaaaaaaaaaaac1" */
  id: string;
  livemode: boolean;
  /** @example "/chains/acch_test_60aaaaaaaaaaaaaaac1" */
  location: string;
  created_at: Timestamp;
  revoked: boolean;
  /**
   * Grants no access in Tollgate.
   * @example "ckey_test_60aaaaaaaaaaaaaaac1"
   */
  key: string;
  /**
   * Email address of the sub-merchant.
   * @example "merchant@shop.example"
   */
  email: string;
}

/** The chain object, keys in the documented order. Its key ends as its id does. */
export function chainView({ id, livemode, email, createdAt, revokedAt }: Chain): ChainView {
  return {
    object: 'chain',
    id,
    livemode,
    location: `/chains/${id}`,
    created_at: isoSeconds(createdAt),
    revoked: revokedAt !== null,
    key: withPrefix('chain_key', livemode, id.slice(withPrefix('chain', livemode, '').length)),
    email,
  };
}
