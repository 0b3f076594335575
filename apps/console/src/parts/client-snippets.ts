/** What a snippet is filled in with. */
export interface Filling {
  readonly api: string;
  readonly vault: string;
  readonly publicKey: string;
  readonly secretKey: string;
}

/** How each client library is pointed at Tollgate, by what its code offers. */
export const CLIENT_SNIPPETS: Readonly<Record<string, (filling: Filling) => string>> = {
  Node: ({ api, vault, publicKey, secretKey }) =>
    `// It cannot name a port: Tollgate must be at port 80 of two addresses, as docs/clients/node.md says.
const omise = require('omise')({
  publicKey: '${publicKey}',
  secretKey: '${secretKey}',
  scheme: 'http',
  host: '${new URL(api).hostname}',
  vaultHost: '${new URL(vault).hostname}',
});`,
  Ruby: ({ api, vault, publicKey, secretKey }) =>
    `Omise.api_url = '${api}'
Omise.vault_url = '${vault}'
Omise.public_api_key = '${publicKey}'
Omise.secret_api_key = '${secretKey}'`,
  Python: ({ api, vault, publicKey, secretKey }) =>
    `omise.api_main = '${api}'
omise.api_vault = '${vault}'
omise.api_public = '${publicKey}'
omise.api_secret = '${secretKey}'`,
  PHP: ({ api, vault, publicKey, secretKey }) =>
    `define('OMISE_API_URL', '${api}/'); // before the library is loaded
define('OMISE_VAULT_URL', '${vault}/');
define('OMISE_PUBLIC_KEY', '${publicKey}');
define('OMISE_SECRET_KEY', '${secretKey}');`,
  Go: ({ api, vault, publicKey, secretKey }) =>
    `// Keys: ${publicKey}, ${secretKey}
// In the endpoints map of the client: the API is ${api}, the vault is ${vault}`,
  '.NET': ({ api, vault, publicKey, secretKey }) =>
    `// Keys: ${publicKey}, ${secretKey}
// A custom environment: the API is ${api}, the vault is ${vault}`,
  Java: ({ api, vault, publicKey, secretKey }) =>
    `// Keys: ${publicKey}, ${secretKey}
// No setting: replace its HTTP client, so that it asks ${api} and ${vault}`,
};
