import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const GATEWAY = join(import.meta.dirname, '..');

/** The code of the gateway, by file, on one line each. */
const SOURCES = readdirSync(GATEWAY, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|(^|\/)(test|generated)\//.test(file))
  .map((file) => [file, readFileSync(join(GATEWAY, file), 'utf8').replaceAll(/\s+/g, ' ')] as const);

/** The files that read this setting of the installation: as a property, or taken apart. */
function readersOf(setting: string): string[] {
  const name = `\\b${setting}\\b`;
  const reads = [
    new RegExp(`\\b[sS]ettings(\\(\\))?\\.${setting}\\b`),
    new RegExp(`\\{[^{}]*${name}[^{}]*\\}(: (Settings\\b|Pick<Settings\\b)| = [\\w.]*\\bsettings\\b)`),
    new RegExp(`Pick<Settings, [^>]*'${setting}'`),
  ];
  return SOURCES.filter(([, text]) => reads.some((read) => read.test(text))).map(([file]) => file);
}

describe('what a sandbox can set for itself', () => {
  // Everything else reads the account: it has the installation's setting where the sandbox says nothing.
  it.each([
    ['fidelity', ['accounts/account-directory.ts', 'sandboxes/sandbox.view.ts']],
    ['accountCountry', ['sandboxes/sandbox.settings.ts']],
    ['accountCurrency', ['sandboxes/sandbox.settings.ts']],
    ['accountApiVersion', ['sandboxes/sandbox.settings.ts']],
    ['accountThreeDSecure', ['sandboxes/sandbox.settings.ts']],
    ['webhookTimeoutMs', ['sandboxes/sandbox.view.ts', 'webhooks/claimed-delivery.ts']],
    ['webhookRetryDelaysMs', ['sandboxes/sandbox.view.ts', 'webhooks/claimed-delivery.ts']],
    ['webhookUrl', []],
    ['liveWebhookUrl', []],
    ['retentionMs', ['retention/retention.sweeper.ts']],
  ])('is read of the installation in one place: %s', (setting, files) => {
    expect(readersOf(setting)).toEqual(files);
  });

  // The browser library, the document of the API and the root of a host know no account.
  it.each(['baseUrl', 'vaultUrl', 'payUrl'])(
    'is read of the installation for accounts, sandboxes, and pages without an account: %s',
    (setting) => {
      expect(readersOf(setting)).toEqual([
        'accounts/account-directory.ts',
        'browser/browser-hosts.ts',
        'openapi/openapi.controller.ts',
        'root/root.controller.ts',
        'sandboxes/sandbox.view.ts',
      ]);
    },
  );
});
