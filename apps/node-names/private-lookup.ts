import dns from 'node:dns';
import net, { type LookupFunction } from 'node:net';

const networks = new net.BlockList();
networks.addSubnet('127.0.0.0', 8, 'ipv4');
networks.addSubnet('10.0.0.0', 8, 'ipv4');
networks.addSubnet('172.16.0.0', 12, 'ipv4');
networks.addSubnet('192.168.0.0', 16, 'ipv4');
networks.addAddress('::1', 'ipv6');
networks.addSubnet('fc00::', 7, 'ipv6');

/** Like `dns.lookup`, but fails for a name with a public address: that is the processor itself. */
export const lookupPrivate: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, options, (error, address, family) => {
    const addresses = typeof address === 'string' ? [{ address, family }] : (address ?? []);
    const outside = addresses.find((one) => !networks.check(one.address, one.family === 6 ? 'ipv6' : 'ipv4'));
    const refusal =
      outside && new Error(`${hostname} is not called: it is the public address ${outside.address}`);
    callback(error ?? refusal ?? null, address, family);
  });
};
