// Preloaded into Node (docs/clients/node.md): `node --require` this. Connects the processor's host names to the
// addresses in TOLLGATE_API_URL, TOLLGATE_VAULT_URL and TOLLGATE_PAY_URL, in this process only. Without an
// address, a connection fails and is not opened.
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { mapFetches, mapRequests } from './requests.js';
import { mapSockets } from './sockets.js';
import { targetOf, type Found } from './target.js';

const find = (host: unknown): Found => (typeof host === 'string' ? targetOf(host, process.env) : undefined);

mapSockets(find);
mapRequests(http, find);
mapRequests(https, find);
mapFetches(find);
// For modules that import a function by its name.
syncBuiltinESMExports();
