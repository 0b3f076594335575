import { lookupPrivate } from './private-lookup.js';

// An IP address resolves to itself, without a request.
async function looked(address: string, all: boolean): Promise<string | undefined> {
  return new Promise((resolve) =>
    lookupPrivate(address, { all }, (error) => resolve(error ? error.message : undefined)),
  );
}

describe('the lookup of private addresses', () => {
  it.each(['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '::1', 'fd00::1', '::ffff:10.0.0.1'])(
    'finds %s',
    async (address) => {
      expect([await looked(address, true), await looked(address, false)]).toEqual([undefined, undefined]);
    },
  );

  it.each(['192.0.2.1', '172.32.0.1', '2001:db8::1', '::ffff:192.0.2.1'])('refuses %s', async (address) => {
    const problem = `${address} is not called: it is the public address ${address}`;
    expect([await looked(address, true), await looked(address, false)]).toEqual([problem, problem]);
  });
});
