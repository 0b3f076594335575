import { apiAddress } from '#platform/http/listen-address.js';
import { runHttp } from '#platform/http/run-http.js';
import { ApiModule } from './api.module.js';

await runHttp('api', ApiModule, apiAddress);
