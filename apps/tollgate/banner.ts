import type { Settings } from '#platform/config/settings.js';

/** What a user needs to begin: addresses, keys, where test webhooks go and their secret, and a payment to paste. */
export function banner({ baseUrl, vaultUrl, payUrl, keys, webhookSecret }: Settings, webhookUri: string | undefined): string {
  return `
Tollgate is ready.

  API      ${baseUrl}
  Vault    ${vaultUrl}
  Pay      ${payUrl}

             public key                       secret key
  Test     ${keys.testPublic.padEnd(32)} ${keys.testSecret}
  Live     ${keys.livePublic.padEnd(32)} ${keys.liveSecret}

  Webhooks ${webhookUri ?? 'go nowhere yet: set WEBHOOK_URL, or the last command below'}
  Secret   ${webhookSecret}

Walk a payment:

${walk({ baseUrl, keys })
  .map((command) => `  ${command.replaceAll('\n', '\n  ')}`)
  .join('\n\n')}

Stop with Ctrl-C. Everything is kept for the next start.
`;
}

/** The commands of the banner and of the README, in order. Each works when it is pasted after the ones before it. */
export function walk({ baseUrl, keys }: Pick<Settings, 'baseUrl' | 'keys'>): string[] {
  return [
    `# A charge on a new source. The customer would be sent to its authorize_uri: open it in a browser.
CHARGE=$(curl -s ${baseUrl}/charges -u ${keys.testSecret}: -d amount=2000 -d currency=MYR \\
  -d "source[type]=boost" -d return_uri=https://shop.example/return)
echo "$CHARGE"`,
    `# Or pay it without a browser.
ID=$(echo "$CHARGE" | sed 's/.*"id":"\\(chrg[^"]*\\)".*/\\1/')
curl -s -X POST ${baseUrl}/charges/$ID/mark_as_paid -u ${keys.testSecret}:`,
    `# What happened to it.
curl -s ${baseUrl}/charges/$ID/events -u ${keys.testSecret}:`,
    `# Send the webhooks of the next charges to your own server.
curl -s -X PATCH ${baseUrl}/account -u ${keys.testSecret}: -d webhook_uri=http://127.0.0.1:3000/webhooks`,
  ];
}
