import type { Settings } from '#platform/config/settings.js';
import { DEMO_KEYS, DEMO_WEBHOOK_SECRET } from '#platform/config/weak-secrets.js';

/**
 * What a user needs to begin: addresses, keys, where test webhooks go and their secret, and a payment to paste. Secrets are only shown where
 * everyone knows them: what a process prints is kept in logs.
 */
export function banner(settings: Settings, webhookUri: string | undefined): string {
  const { baseUrl, vaultUrl, payUrl, plainUrls, controlUrl, keys, webhookSecret } = settings;
  return `
Tollgate is ready.

  API      ${addresses(plainUrls.api, baseUrl)}
  Vault    ${addresses(plainUrls.vault, vaultUrl)}
  Pay      ${addresses(plainUrls.pay, payUrl)}
  Control  ${controlUrl}

             public key                               secret key
  Test     ${keys.testPublic.padEnd(40)} ${shown(keys.testSecret, 'TEST_SECRET_KEY')}
  Live     ${keys.livePublic.padEnd(40)} ${shown(keys.liveSecret, 'LIVE_SECRET_KEY')}

  Webhooks ${webhookUri ?? 'go nowhere yet: set WEBHOOK_URL, or the last command below'}
  Secret   ${shown(webhookSecret, 'WEBHOOK_SECRET')}

Walk a payment${isKnown(keys.testSecret) ? '' : ', where the shell knows TEST_SECRET_KEY'}:

${walk(settings)
  .map((command) => `  ${command.replaceAll('\n', '\n  ')}`)
  .join('\n\n')}

Stop with Ctrl-C. Everything is kept for the next start.
`;
}

/** The commands of the banner, in order. Each works when it is pasted after the ones before it. */
export function walk({ plainUrls, keys }: Pick<Settings, 'plainUrls' | 'keys'>): string[] {
  const key = isKnown(keys.testSecret) ? keys.testSecret : '$TEST_SECRET_KEY';
  return [
    `# A charge on a new source. The customer would be sent to its authorize_uri: open it in a browser.
CHARGE=$(curl -s ${plainUrls.api}/charges -u ${key}: -d amount=150000 -d currency=THB \\
  -d "source[type]=mobile_banking_kbank" -d "return_uri=${plainUrls.pay}/shop?order=1042")
echo "$CHARGE"`,
    `# Or pay it without a browser.
ID=$(echo "$CHARGE" | sed 's/.*"id":"\\(chrg[^"]*\\)".*/\\1/')
curl -s -X POST ${plainUrls.api}/charges/$ID/mark_as_paid -u ${key}:`,
    `# What happened to it.
curl -s ${plainUrls.api}/charges/$ID/events -u ${key}:`,
    `# Send the webhooks of the next charges to your own server.
curl -s -X PATCH ${plainUrls.api}/account -u ${key}: -d webhook_uri=http://127.0.0.1:3000/webhooks`,
  ];
}

/** Where a host is reached without its name, and by it. */
function addresses(plain: string, named: string): string {
  return plain === named ? plain : `${plain.padEnd(40)} ${named}`;
}

const KNOWN: ReadonlySet<string> = new Set([...Object.values(DEMO_KEYS), DEMO_WEBHOOK_SECRET]);

function isKnown(secret: string): boolean {
  return KNOWN.has(secret);
}

/** The secret, if everyone knows it; otherwise where it is. */
function shown(secret: string, setting: string): string {
  return isKnown(secret) ? secret : `as ${setting} says`;
}
