import { payAddress } from '#platform/http/listen-address.js';
import { runHttp } from '#platform/http/run-http.js';
import { PayModule } from './pay.module.js';

await runHttp('pay', PayModule, payAddress);
