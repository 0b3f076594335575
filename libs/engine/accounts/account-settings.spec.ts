import { readdirSync, readFileSync } from 'node:fs';

/** The code outside the platform, by file, on one line each. */
const SOURCES = readdirSync('libs', { recursive: true, encoding: 'utf8' })
  .map((file) => `libs/${file}`)
  .filter(
    (file) =>
      file.endsWith('.ts') &&
      !file.startsWith('libs/platform/') &&
      !/\.spec\.ts$|\/(test|generated)\//.test(file),
  )
  .map((file) => [file, readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ')] as const);

/** The files that read this setting of the installation: as a property, or taken apart. */
function readersOf(setting: string): string[] {
  const name = `\\b${setting}\\b`;
  const reads = [
    new RegExp(`\\b[sS]ettings(\\(\\))?\\.${setting}\\b`),
    new RegExp(`\\{[^{}]*${name}[^{}]*\\}(: (Settings\\b|Pick<Settings\\b)| = [\\w.]*\\bsettings\\b)`),
    new RegExp(`Pick<Settings, [^>]*'${setting}'`),
  ];
  return SOURCES.filter(([, text]) => reads.some((read) => read.test(text)))
    .map(([file]) => file)
    .sort();
}

describe('what a sandbox can set for itself', () => {
  // Everything else reads the account: it has the installation's setting where the sandbox says nothing.
  it.each([
    ['fidelity', ['libs/engine/accounts/account-directory.ts', 'libs/control/sandboxes/sandbox.view.ts']],
    ['accountCountry', ['libs/control/sandboxes/sandbox.settings.ts']],
    ['accountCurrency', ['libs/control/sandboxes/sandbox.settings.ts']],
    ['accountApiVersion', ['libs/control/sandboxes/sandbox.settings.ts']],
    ['accountThreeDSecure', ['libs/control/sandboxes/sandbox.settings.ts']],
    [
      'webhookTimeoutMs',
      ['libs/control/sandboxes/sandbox.view.ts', 'libs/engine/webhooks/claimed-delivery.ts'],
    ],
    [
      'webhookRetryDelaysMs',
      ['libs/control/sandboxes/sandbox.view.ts', 'libs/engine/webhooks/claimed-delivery.ts'],
    ],
    ['webhookUrl', []],
    ['liveWebhookUrl', []],
    ['retentionMs', ['libs/control/retention/retention.sweeper.ts']],
  ])('is read of the installation in one place: %s', (setting, files) => {
    expect(readersOf(setting)).toEqual([...files].sort());
  });

  // The browser library, the documents of the APIs, the index of the guides and the root of a host know no account.
  it.each([
    ['baseUrl', ['libs/control/openapi/control-openapi.controller.ts']],
    ['vaultUrl', []],
    ['payUrl', []],
  ])(
    'is read of the installation for accounts, sandboxes, and pages without an account: %s',
    (setting, others) => {
      const files = [
        'libs/engine/accounts/account-directory.ts',
        'libs/pages/browser/browser-hosts.ts',
        'libs/pages/openapi/openapi.controller.ts',
        'libs/pages/root/root.controller.ts',
        'libs/control/guides/llms-text.ts',
        'libs/control/sandboxes/sandbox.view.ts',
        ...others,
      ];
      expect(readersOf(setting)).toEqual(files.sort());
    },
  );
});
