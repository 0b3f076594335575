import { vaultAddress } from '#platform/http/listen-address.js';
import { runHttp } from '#platform/http/run-http.js';
import { VaultModule } from './vault.module.js';

await runHttp('vault', VaultModule, vaultAddress);
