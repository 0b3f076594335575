import type { Exchange, Flow } from '../../cli/parity/exchange.js';
import { tokenOf } from '../../cli/parity/catalogue/card.js';

/** An exchange that needs no key. */
function open(request: string, row: string, more: Partial<Exchange> = {}): Exchange {
  return { name: request, request, row, key: 'none', ...more };
}

const PAY = { host: 'pay' } as const;
const VAULT = { host: 'vault' } as const;
const UNKNOWN = { error: 'not_found' } as const;
const SCRIPTS = ['omise.js', 'omise.min.js', 'card.js'].flatMap((name) => [name, `${name}.gz`]);

/** Exchanges for routes that `tollgate parity` cannot compare with the real service. */
export const OWN_FLOWS: readonly Pick<Flow, 'name' | 'exchanges'>[] = [
  {
    name: 'would change the account for good',
    exchanges: [
      {
        name: 'Set the API version of the account',
        request: 'PATCH /account/api_version',
        body: { api_version: '2019-05-29' },
        row: 'A11',
      },
    ],
  },
  {
    name: 'another merchant makes a chain',
    exchanges: [
      {
        name: 'Create a chain',
        request: 'POST /chains',
        body: { email: 'seller@shop.example' },
        save: { chain: 'id' },
        row: 'A10',
      },
      { name: 'Retrieve a chain', request: 'GET /chains/{chain}', row: 'A10' },
      { name: 'Revoke a chain', request: 'POST /chains/{chain}/revoke', row: 'A10' },
    ],
  },
  {
    name: 'would charge a customer again and again',
    exchanges: [
      tokenOf('Create a token for a schedule', 'token'),
      {
        name: 'Create a customer for a schedule',
        request: 'POST /customers',
        body: { card: '{token}' },
        save: { customer: 'id' },
        row: 'U1',
      },
      {
        name: 'Create a schedule that begins today',
        request: 'POST /schedules',
        body: {
          every: 1,
          period: 'day',
          end_date: '2099-12-31',
          charge: { customer: '{customer}', amount: 2_000 },
        },
        save: { occurrence: 'occurrences.data.0.id' },
        row: 'SC1',
      },
      { name: 'Retrieve an occurrence', request: 'GET /occurrences/{occurrence}', row: 'SC8' },
    ],
  },
  {
    name: 'at an address that the service chooses',
    exchanges: [
      open('GET /charges/chrg_test_1/documents/docu_test_1/downloads/1', 'P10', UNKNOWN),
      open('GET /disputes/dspt_test_1/documents/docu_test_1/downloads/1', 'D12', UNKNOWN),
    ],
  },
  {
    name: 'pages for customers',
    exchanges: [
      open('GET /payments/pay2_test_1/authorize', 'G1', { ...PAY, ...UNKNOWN }),
      open('POST /payments/pay2_test_1/authorize', 'G1', { ...PAY, error: 'bad_request' }),
      open('GET /linked_accounts/lnac_test_1/register', 'LA6', { ...PAY, ...UNKNOWN }),
      open('POST /linked_accounts/lnac_test_1/register', 'LA6', { ...PAY, error: 'bad_request' }),
      open('GET /pay/1', 'LK3', { ...PAY, ...UNKNOWN }),
      open('POST /pay/1', 'LK3', { ...PAY, ...UNKNOWN }),
      open('GET /checkout/sess_test_1', 'CS4', { ...PAY, ...UNKNOWN }),
      open('POST /checkout/sess_test_1', 'CS4', { ...PAY, ...UNKNOWN }),
    ],
  },
  {
    name: 'scripts and pages for browsers',
    exchanges: [
      ...[...SCRIPTS, 'pay.html', 'pay.js', 'pay.css'].map((file) => open(`GET /${file}`, 'BL1', PAY)),
      open('GET /provider', 'BL7', VAULT),
      open('GET /provider.js', 'BL7', VAULT),
    ],
  },
  {
    name: 'of Tollgate only',
    exchanges: [
      open('GET /shop', 'G16', PAY),
      open('GET /openapi.json', 'H15'),
      open('GET /docs', 'H15'),
      ...(['api', 'vault', 'pay'] as const).flatMap((host) => [
        open('GET /', 'H19', { host }),
        open('GET /healthz', 'H15', { host }),
        open('GET /readyz', 'H15', { host }),
      ]),
    ],
  },
];
