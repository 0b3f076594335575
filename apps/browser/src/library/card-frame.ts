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
const EMBEDDED = { width: '100%', height: '100%', border: '0 none transparent', background: 'transparent', colorScheme: 'auto' };

/** The frame that has the form in it. */
export class CardFrame {
  readonly iframe = document.createElement('iframe');
  readonly isEmbedded: boolean;
  private readonly loaded: Promise<void>;

  constructor(
    private readonly cardHost: string,
    { iframeAppId, element, customCardForm, customInstallmentForm }: CardOptions,
    private readonly onMessage: (message: Message) => void,
  ) {
    const { iframe } = this;
    this.isEmbedded = Boolean(element) && (Boolean(customCardForm) || Boolean(customInstallmentForm));
    iframe.id = iframeAppId;
    iframe.title = 'Payment form';
    iframe.setAttribute('sandbox', 'allow-forms allow-scripts allow-same-origin allow-popups');
    Object.assign(iframe.style, this.isEmbedded ? EMBEDDED : POPUP);
    this.loaded = new Promise((resolve) => iframe.addEventListener('load', () => resolve(), { once: true }));
    iframe.src = `${cardHost}/pay.html`;
    addEventListener('message', this.listen);
    (element ?? document.body).appendChild(iframe);
  }

  /** Whether it is in the page still: a page may have emptied what it was in. */
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
    await this.loaded;
    this.iframe.contentWindow?.postMessage(JSON.stringify(message), new URL(this.cardHost).origin);
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
