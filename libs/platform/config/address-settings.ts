import { DEFAULT_NAMES } from './name-settings.js';
import type { SettingGroup } from './setting-group.js';
import * as is from './setting-types.js';

export const ADDRESSES = {
  HOST: {
    type: is.host,
    default: '127.0.0.1',
    about: 'Listening address. Containers use 0.0.0.0 and publish on BIND_ADDRESS.',
  },
  VAULT_HOST: { type: is.host, about: 'Listening address of the vault.', empty: 'HOST' },
  CONTROL_HOST: { type: is.host, about: 'Listening address of the control host.', empty: 'HOST' },
  API_PORT: { type: is.port, default: '7400', about: 'Port of the API.' },
  VAULT_PORT: { type: is.port, default: '7401', about: 'Port of the vault.' },
  PAY_PORT: { type: is.port, default: '7402', about: 'Port of the payment pages.' },
  CONTROL_PORT: { type: is.port, default: '7403', about: 'Port of the control host.' },
  BASE_URL: {
    type: is.httpUrl,
    about: 'Public address of the API, for example behind a proxy.',
    empty: 'from host and port',
  },
  VAULT_URL: { type: is.httpUrl, about: 'Public address of the vault.', empty: 'from host and port' },
  PAY_URL: { type: is.httpUrl, about: 'Public address of the payment pages.', empty: 'from host and port' },
  CONTROL_URL: {
    type: is.httpUrl,
    about: 'Public address of the control host.',
    empty: 'from host and port',
  },
  INBOX_URL: {
    type: is.httpUrl,
    about:
      'Address of the control host for other processes of Tollgate, which send webhooks of inboxes there. Docker sets its own.',
    empty: 'CONTROL_URL; in one process its own port',
  },
  CONTROL_HOSTS: {
    type: is.hosts,
    default: '',
    about: 'Additional host names of the control host, besides localhost and the host of CONTROL_URL.',
  },
  PAY_FRAME_ANCESTORS: {
    type: is.origins,
    default: '',
    about: 'Origins that may embed payment pages in a frame.',
  },
  TLS: {
    type: is.onOff,
    default: 'off',
    about:
      'on also serves the API, the vault and the payment pages by name with TLS, and uses the names in links (docs/clients.md).',
    docker: 'never',
  },
  TLS_PORT: {
    type: is.port,
    about: 'TLS port of the names.',
    empty: '443 if the user may bind it, otherwise 7443',
    docker: 'never',
  },
  TLS_NAMES: {
    type: is.domainNames,
    default: DEFAULT_NAMES.join(','),
    about: 'Names to serve: api.… is the API, vault.… the vault, all others the payment pages.',
    docker: 'never',
  },
  NAMES_PORT: { type: is.port, about: 'HTTP port of the names, without TLS.', docker: 'never' },
  METRICS_HOST: {
    type: is.host,
    default: '127.0.0.1',
    about: 'Listening address of the metrics. Containers use 0.0.0.0.',
  },
  METRICS_PORT: {
    type: is.port,
    about:
      'Port of GET /metrics for Prometheus, without authentication (docs/operations/monitoring.md). Each process on a machine needs its own.',
    empty: 'no metrics; 7409 in containers, on the private network',
  },
} as const satisfies SettingGroup;
