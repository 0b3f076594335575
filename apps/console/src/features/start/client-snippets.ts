/** The addresses and keys of a sandbox. */
export interface Filling {
  readonly api: string;
  readonly vault: string;
  readonly pay: string;
  readonly publicKey: string;
  readonly secretKey: string;
}

/** The settings of each client library. */
export const CLIENT_SNIPPETS: Readonly<Record<string, (filling: Filling) => string>> = {
  Node: ({ api, vault, publicKey, secretKey }) =>
    `// omise-node can't set a port. Run Tollgate on port 80 (docs/clients/node.md).
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
// In the client's endpoints map: API ${api}, vault ${vault}`,
  '.NET': ({ api, vault, publicKey, secretKey }) =>
    `// Keys: ${publicKey}, ${secretKey}
// Use a custom environment with API ${api} and vault ${vault}`,
  Java: ({ publicKey, secretKey }) =>
    `// Keys: ${publicKey}, ${secretKey}
// omise-java has no base-URL setting. Use TLS and names (docs/clients/java.md).`,
};
