// @ts-nocheck -- it replaces a function of Node that has many overloads.
// Preloaded into programs under test: the processor's names resolve to nothing, so no spec can call them.
const dns = require('node:dns');

const { lookup } = dns;
dns.lookup = (name, ...rest) => {
  if (!/omise\.co\.?$/i.test(name)) return lookup(name, ...rest);
  process.nextTick(rest.at(-1), new Error(`looked up ${name}`));
};
