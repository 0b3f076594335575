import { runHttp } from '#platform/http/run-http.js';
import { PayModule } from './pay.module.js';

await runHttp(
  (settings) => PayModule.forRoot(settings),
  (settings) => settings.payPort,
  'PAY_PORT',
);
