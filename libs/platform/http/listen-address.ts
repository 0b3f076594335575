import { once } from 'node:events';
import type { Server } from 'node:net';
import { SettingError } from '../config/setting-error.js';
import type { Settings } from '../config/settings.js';

/** The address of a host, and the settings to name in an error. */
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

export function controlAddress({ controlHost: host, controlPort: port }: Settings): ListenAddress {
  return { host, port, hostSetting: 'CONTROL_HOST', portSetting: 'CONTROL_PORT' };
}

/** Nowhere unless a port is set: what is counted is nobody's business who was not let in. */
export function metricsAddress({
  metricsHost: host,
  metricsPort: port,
}: Settings): ListenAddress | undefined {
  return port === undefined
    ? undefined
    : { host, port, hostSetting: 'METRICS_HOST', portSetting: 'METRICS_PORT' };
}

/** Listens, or says in one line which setting is wrong. */
export async function listenAt(
  server: Server,
  { host, port, hostSetting, portSetting }: ListenAddress,
): Promise<void> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new SettingError(
        portSetting,
        `port ${port} on ${host} is in use; stop the other program, or choose another port`,
      );
    if (code === 'EACCES')
      throw new SettingError(portSetting, `no permission for port ${port}; choose a port above 1023`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new SettingError(hostSetting, `${host} is not an address of this machine`);
    throw new SettingError(portSetting, `cannot listen on ${host}:${port}: ${message}`);
  }
}
