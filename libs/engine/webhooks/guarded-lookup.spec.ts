import type { LookupAddress } from 'node:dns';
import { guarded } from './guarded-lookup.js';

/** The outcome of connecting to a name that resolves to these addresses. */
function connect(addresses: string[], all: boolean): Promise<unknown> {
  const found: LookupAddress[] = addresses.map((address) => ({
    address,
    family: address.includes(':') ? 6 : 4,
  }));
  const lookup = guarded((_hostname, _options, callback) => callback(null, found));
  return new Promise((resolve) => {
    lookup('receiver.example', { all }, (error, address) => resolve(error ? error.code : address));
  });
}

describe('a receiver’s name', () => {
  it.each([['127.0.0.1'], ['10.1.2.3'], ['::1'], ['192.168.0.9']])('may resolve to %s', async (address) => {
    expect(await connect([address], false)).toBe(address);
    expect(await connect([address], true)).toEqual([expect.objectContaining({ address })]);
  });

  it.each([
    [['169.254.169.254']],
    [['127.0.0.1', '169.254.0.1']],
    [['fe80::1']],
    [['::ffff:169.254.169.254']],
    [['fd00:ec2::254']],
    [['127.0.0.1', '168.63.129.16']],
    [[]],
  ])('may not resolve to %j', async (addresses) => {
    expect(await connect(addresses, true)).toBe('FORBIDDEN_ADDRESS');
    expect(await connect(addresses, false)).toBe('FORBIDDEN_ADDRESS');
  });
});
