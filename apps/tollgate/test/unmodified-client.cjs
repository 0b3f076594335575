// @ts-nocheck -- it stands in for what the types of Node do not know: a machine's own names and ports.
// Loaded before a client: what a hosts file and a port of one's own do on a machine. The client itself is not touched.
const dns = require('node:dns');
const net = require('node:net');

const { lookup } = dns;
dns.lookup = (name, options, callback) =>
  lookup(name.endsWith('.omise.co') ? '127.0.0.1' : name, options, callback);

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  const [options] = Array.isArray(args[0]) ? args[0] : args;
  if (options.port === 443) options.port = Number(process.env.TLS_PORT);
  return connect.apply(this, args);
};
