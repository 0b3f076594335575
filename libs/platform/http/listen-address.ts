import type { Settings } from '../config/settings.js';

/** Where a host listens, and the settings to name when it cannot. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  readonly hostSetting: string;
  readonly portSetting: string;
}

export function apiAddress({ host, apiPort: port }: Settings): ListenAddress {
  return { host, port, hostSetting: 'HOST', portSetting: 'API_PORT' };
}

export function vaultAddress({ vaultHost: host, vaultPort: port }: Settings): ListenAddress {
  return { host, port, hostSetting: 'VAULT_HOST', portSetting: 'VAULT_PORT' };
}

export function payAddress({ host, payPort: port }: Settings): ListenAddress {
  return { host, port, hostSetting: 'HOST', portSetting: 'PAY_PORT' };
}
