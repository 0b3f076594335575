import type { Settings } from '#platform/config/settings.js';
import { DEMO_WEBHOOK_SECRET } from '#kernel/demo-secret.js';
import { DEMO_KEYS } from '#platform/config/weak-secrets.js';

/**
 * Addresses, keys, webhook settings and commands to paste. Only the demo secrets are shown, because output
 * ends up in logs.
 */
export function banner(settings: Settings, webhookUri: string | undefined): string {
  const { baseUrl, vaultUrl, payUrl, plainUrls, controlUrl, keys, webhookSecret } = settings;
  return `
Tollgate is ready.

  API      ${addresses(plainUrls.api, baseUrl)}
  Vault    ${addresses(plainUrls.vault, vaultUrl)}
  Pages    ${addresses(plainUrls.pay, payUrl)}
  Control  ${controlUrl}

             public key                               secret key
  Test     ${keys.testPublic.padEnd(40)} ${shown(keys.testSecret, 'TEST_SECRET_KEY')}
  Live     ${keys.livePublic.padEnd(40)} ${shown(keys.liveSecret, 'LIVE_SECRET_KEY')}

  Webhooks ${webhookUri ?? 'no receiver: set WEBHOOK_URL, or run the last command below'}
  Secret   ${shown(webhookSecret, 'WEBHOOK_SECRET')}

Try a payment${isKnown(keys.testSecret) ? '' : ' in a shell with TEST_SECRET_KEY'}:

${walk(settings)
  .map((command) => `  ${command.replaceAll('\n', '\n  ')}`)
  .join('\n\n')}

Stop with Ctrl-C. Data is kept for the next start.
`;
}

/** The commands of the banner. Each needs those before it. */
export function walk({ plainUrls, keys }: Pick<Settings, 'plainUrls' | 'keys'>): string[] {
  const key = isKnown(keys.testSecret) ? keys.testSecret : '$TEST_SECRET_KEY';
  return [
    `# Create a charge with a new source. Open its authorize_uri in a browser to pay as the customer.
CHARGE=$(curl -s ${plainUrls.api}/charges -u ${key}: -d amount=150000 -d currency=THB \\
  -d "source[type]=mobile_banking_kbank" -d "return_uri=${plainUrls.pay}/shop?order=1042")
echo "$CHARGE"`,
    `# Or pay without a browser.
ID=$(echo "$CHARGE" | sed 's/.*"id":"\\(chrg[^"]*\\)".*/\\1/')
curl -s -X POST ${plainUrls.api}/charges/$ID/mark_as_paid -u ${key}:`,
    `# List the events of the charge.
curl -s ${plainUrls.api}/charges/$ID/events -u ${key}:`,
    `# Send the next webhooks to your server.
curl -s -X PATCH ${plainUrls.api}/account -u ${key}: -d webhook_uri=http://127.0.0.1:3000/webhooks`,
  ];
}

/** The address with host and port, and the one with a name. */
function addresses(plain: string, named: string): string {
  return plain === named ? plain : `${plain.padEnd(40)} ${named}`;
}

const KNOWN: ReadonlySet<string> = new Set([...Object.values(DEMO_KEYS), DEMO_WEBHOOK_SECRET]);

function isKnown(secret: string): boolean {
  return KNOWN.has(secret);
}

/** A demo secret, or the setting that has it. */
function shown(secret: string, setting: string): string {
  return isKnown(secret) ? secret : `(${setting})`;
}
