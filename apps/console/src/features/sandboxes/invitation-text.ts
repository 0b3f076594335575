import type { Schemas } from '../../api/client';

/** The parts of a sandbox that an invitation has. */
export type Invited = Pick<Schemas['Sandbox'], 'name' | 'test' | 'urls' | 'console_url'>;

const LOCAL =
  'These addresses open on the machine of this Tollgate only. Set BASE_URL, VAULT_URL, PAY_URL and CONTROL_URL there to addresses that others can reach.\n';

export function invitationText({ name, test, urls, console_url: consoleUrl }: Invited): string {
  const isLocal = [...Object.values(urls), consoleUrl].some(isLoopback);
  return `Tollgate sandbox "${name}"

API             ${urls.api}
Vault           ${urls.vault}
Payment pages   ${urls.pay}
Public key      ${test.public_key}
Secret key      ${test.secret_key}
Console         ${consoleUrl}

The console may ask for a key: the secret key opens this sandbox.
Set your webhook URL in the console under Keys & settings. The webhook secret is there too: verify the header Omise-Signature with it.
${isLocal ? LOCAL : ''}`;
}

export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
