import { controlAddress } from '#platform/http/listen-address.js';
import { runHttp } from '#platform/http/run-http.js';
import { assertControlToken, assertSandboxSecret } from '#platform/config/control-settings.js';
import { ControlModule } from './control.module.js';

await runHttp('control', ControlModule, controlAddress, (settings) => {
  assertControlToken(settings);
  assertSandboxSecret(settings);
});
