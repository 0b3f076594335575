import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isForbiddenAddress } from '#kernel/addresses.js';

type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Resolves a name, and rejects it if any of its addresses is forbidden. Connections use the addresses checked
 * here, which defeats DNS rebinding.
 */
export function guarded(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const [first] = addresses;
      if (!first || addresses.some(({ address }) => isForbiddenAddress(address)))
        return callback(forbiddenAddress(), '', 0);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

export function forbiddenAddress(): NodeJS.ErrnoException {
  return Object.assign(new Error('this address is never called'), { code: 'FORBIDDEN_ADDRESS' });
}
