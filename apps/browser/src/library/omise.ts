import type { Hosts } from '../hosts.js';
import { post, TOKEN_TIMEOUT_MS, UNREACHABLE, type Answer } from '../requests.js';

/** Is told the status of HTTP, 0 where there was no answer, and the answer. */
export type Callback = (statusCode: number, response: object) => void;

/** The global `Omise`: makes tokens and sources with a public key (docs/fidelity.md BL1). */
export class OmiseLibrary {
  publicKey: string | undefined;
  /** For old pages, which look whether it is there. */
  readonly _rpc = {};

  constructor(readonly config: Hosts) {}

  setPublicKey(key: string): string {
    this.publicKey = key;
    return key;
  }

  /** Sends a card, or what a wallet made of one, to the vault. `type` is `card` or `tokenization`. */
  createToken(type: string, attributes: object, callback: Callback): void {
    const sent = post(`${this.config.vaultUrl}/tokens`, this.publicKey ?? '', { [type]: attributes }, TOKEN_TIMEOUT_MS);
    answerTo(callback, sent, () => UNREACHABLE);
  }

  /** Makes a source of a payment method. Its type is put into `options`, as recorded. */
  createSource(type: string, options: Record<string, unknown>, callback: Callback): void {
    options['type'] = type;
    const sent = post(`${this.config.interfaceUrl}/sources/`, this.publicKey ?? '', options);
    answerTo(callback, sent, (error) => ({ code: 'create_source_error', error: String(error) }));
  }
}

/** What the callback throws is the page's own, and not taken for a failed request. */
function answerTo(callback: Callback, sent: Promise<Answer>, failureOf: (error: unknown) => object): void {
  void sent.then(
    ({ status, body }) => callback(status, body),
    (error: unknown) => callback(0, failureOf(error)),
  );
}
