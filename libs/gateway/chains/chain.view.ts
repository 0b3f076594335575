import type { Timestamp } from '#domain/time.js';

/** A merchant who lets another act for them. There is none: accounts cannot be chained (docs/fidelity.md A10). */
export interface ChainView {
  object: 'chain';
  /** @example "acch_test_60aaaaaaaaaaaaaaac1" */
  id: string;
  livemode: boolean;
  /** @example "/chains/acch_test_60aaaaaaaaaaaaaaac1" */
  location: string;
  created_at: Timestamp;
  revoked: boolean;
  /** @example "ckey_test_60aaaaaaaaaaaaaaac2" */
  key: string;
  /** @example "merchant@shop.example" */
  email: string;
}
