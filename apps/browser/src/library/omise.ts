import type { Hosts } from '../hosts.js';
import { post, TOKEN_TIMEOUT_MS, UNREACHABLE } from '../requests.js';

/** Gets the HTTP status, 0 without a response, and the body. */
export type Callback = (statusCode: number, response: object) => void;

/** The global `Omise`: makes tokens and sources with a public key (docs/fidelity.md BL1). */
export class OmiseLibrary {
  publicKey: string | null = null;
  /** For old pages, which look whether it is there. */
  readonly _rpc = {};

  constructor(readonly config: Hosts) {}

  setPublicKey(key: string): string {
    this.publicKey = key;
    return key;
  }

  /** Sends a card or a wallet's data to the vault. `type` is `card` or `tokenization`. */
  createToken(type: string, attributes: object, callback: Callback): void {
    const sent = post(
      `${this.config.vaultUrl}/tokens`,
      this.publicKey ?? '',
      { [type]: attributes },
      TOKEN_TIMEOUT_MS,
    );
    void sent.then(
      // An error that the page's callback throws is not reported as a failed request.
      ({ status, body }) => callback(status, body),
      () => callback(0, UNREACHABLE),
    );
  }

  /**
   * Creates a source. Sets its type in `options`. A callback that throws is called again with its error, as
   * recorded.
   */
  createSource(type: string, options: Record<string, unknown>, callback: Callback): void {
    options['type'] = type;
    void post(`${this.config.interfaceUrl}/sources/`, this.publicKey ?? '', options)
      .then(({ status, body }) => callback(status, body))
      .catch((error: unknown) =>
        callback(0, {
          code: 'create_source_error',
          error: error instanceof Error ? error.message : undefined,
        }),
      );
  }
}
