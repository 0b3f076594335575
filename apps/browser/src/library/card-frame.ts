import { readMessage, type Message } from '../messages.js';
import type { CardOptions } from './card-options.js';

const POPUP = {
  display: 'none',
  visibility: 'visible',
  position: 'fixed',
  left: '0',
  top: '0',
  width: '100%',
  height: '100%',
  margin: '0',
  padding: '0',
  border: '0 none transparent',
  overflow: 'hidden auto',
  zIndex: '2147483647',
  background: 'rgba(0, 0, 0, 0.4)',
  // A dark page around a light frame would make the frame opaque.
  colorScheme: 'auto',
};
const EMBEDDED = {
  width: '100%',
  height: '100%',
  border: '0 none transparent',
  background: 'transparent',
  colorScheme: 'auto',
};

/** The frame that has the form in it. */
export class CardFrame {
  readonly iframe = document.createElement('iframe');
  readonly isEmbedded: boolean;
  /** Once the form is there for the first time. */
  readonly loaded: Promise<void>;
  /** The form's latest `show` message. */
  private shown: Message | undefined;

  constructor(
    private readonly cardHost: string,
    { iframeAppId, element, customCardForm, customInstallmentForm }: CardOptions,
    private readonly onMessage: (message: Message) => void,
  ) {
    const { iframe } = this;
    this.isEmbedded =
      element instanceof HTMLElement && (Boolean(customCardForm) || Boolean(customInstallmentForm));
    iframe.id = iframeAppId;
    iframe.title = 'Payment form';
    iframe.setAttribute('sandbox', 'allow-forms allow-scripts allow-same-origin allow-popups');
    Object.assign(iframe.style, this.isEmbedded ? EMBEDDED : POPUP);
    this.loaded = new Promise((resolve) => iframe.addEventListener('load', () => resolve(), { once: true }));
    // Moving an iframe within its page reloads it.
    void this.loaded.then(() => iframe.addEventListener('load', () => this.shown && this.post(this.shown)));
    iframe.src = `${cardHost}/pay.html`;
    addEventListener('message', this.listen);
    (element instanceof HTMLElement ? element : document.body).appendChild(iframe);
  }

  /** False if the page removed the frame with its container. */
  get isInPage(): boolean {
    return this.iframe.isConnected;
  }

  show(): void {
    if (this.isEmbedded) return;
    this.iframe.style.display = 'block';
    this.iframe.focus();
  }

  hide(): void {
    if (!this.isEmbedded) this.iframe.style.display = 'none';
  }

  /** Once the form is there to hear it. */
  async send(message: Message): Promise<void> {
    if (message.type === 'SHOW_IFRAME_APP_FORM') this.shown = message;
    await this.loaded;
    this.post(message);
  }

  private post(message: Message): void {
    this.iframe.contentWindow?.postMessage(textOf(message), new URL(this.cardHost).origin);
  }

  remove(): void {
    removeEventListener('message', this.listen);
    this.iframe.remove();
  }

  private readonly listen = ({ source, data }: MessageEvent): void => {
    const message = source === this.iframe.contentWindow ? readMessage(data) : undefined;
    if (message) this.onMessage(message);
  };
}

/** Serializes like the real library: without repeated or circular references, with bigints as numbers. */
function textOf(message: Message): string {
  const seen = new Set<unknown>();
  return JSON.stringify(message, (_, value: unknown) => {
    if (typeof value === 'bigint') return Number(value);
    if (typeof value !== 'object' || value === null) return value;
    if (seen.has(value)) return undefined;
    seen.add(value);
    return value;
  });
}
