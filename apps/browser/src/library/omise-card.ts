import type { Hosts } from '../hosts.js';
import type { Message, Payment } from '../messages.js';
import { CardFrame } from './card-frame.js';
import { defaultOptions, merged, optionsOf, type CardOptions, type GivenOptions } from './card-options.js';
import { formFor, setHiddenInputs } from './shop-form.js';

/** Duration of the form's closing animation. */
const CLOSING_MS = 250;

interface AttachedButton {
  readonly buttonId: string;
  readonly configuration: GivenOptions;
}

type FrameCallback = (iframe: HTMLIFrameElement | null) => void;

/**
 * The global `OmiseCard`: shows a form in a frame, over or within the page, and returns a token or source
 * (docs/fidelity.md BL2).
 */
export class OmiseCardLibrary {
  /** Old pages read this. */
  readonly app: {
    readonly settings: Hosts;
    defaultConfig: CardOptions;
    currentOpenConfig: CardOptions | null;
    iframe: HTMLIFrameElement | null;
    iframeLoaded: boolean;
    /** Is sent once the customer has paid. */
    formElement: HTMLFormElement | null;
  };
  readonly settings: Hosts;
  private frame: CardFrame | undefined;
  private buttons: AttachedButton[] = [];

  constructor(hosts: Hosts) {
    this.settings = hosts;
    this.app = {
      settings: hosts,
      defaultConfig: defaultOptions(),
      currentOpenConfig: null,
      iframe: null,
      iframeLoaded: false,
      formElement: null,
    };
  }

  /** True if the page has a form's frame, from this copy of the library or another. */
  get hasFrameInPage(): boolean {
    return document.getElementById(this.app.defaultConfig.iframeAppId) !== null;
  }

  getDefaultConfig(): CardOptions {
    return this.app.defaultConfig;
  }

  getAllConfigureButtons(): readonly AttachedButton[] {
    return this.buttons;
  }

  /** Sets options of all forms, and creates the frame. */
  configure(options: GivenOptions = {}): CardOptions {
    this.app.defaultConfig = merged(this.app.defaultConfig, options);
    const { element } = this.app.defaultConfig;
    // The page may have removed the frame's container, or chosen another.
    const isElsewhere = element instanceof HTMLElement && element.childElementCount === 0;
    if (this.frame && (!this.frame.isInPage || isElsewhere)) this.removeFrame();
    this.makeFrame();
    return this.app.defaultConfig;
  }

  /** Remembers a button, for {@link attach}. */
  configureButton(selector: string, options: GivenOptions = {}): AttachedButton {
    const button = { buttonId: selector, configuration: options };
    this.buttons.push(button);
    return button;
  }

  /**
   * Has the remembered buttons open the form, and answers them. Throws where one is not there, or in no form.
   */
  attach(): readonly HTMLElement[] {
    this.makeFrame();
    return this.buttons.map(({ buttonId, configuration }) => {
      const button = document.querySelector<HTMLElement>(buttonId);
      if (!button) throw new Error(`OmiseCard.attach: there is no button ${buttonId}`);
      const { submitFormTarget, buttonLabel } = this.app.defaultConfig;
      const form = formFor(button, submitFormTarget);
      setHiddenInputs(form);
      const { buttonLabel: label = buttonLabel } = configuration;
      // The page's own text stays in the button unless a label was configured for it.
      if (label !== buttonLabel || button.childNodes.length === 0) button.textContent = label;
      button.addEventListener('click', (event) => {
        event.preventDefault();
        this.app.formElement = form;
        this.open(configuration);
      });
      return button;
    });
  }

  /** Adds a button beside the script tag with the options. Attributes are read at each click. */
  attachScript(script: HTMLScriptElement): void {
    const read = (): CardOptions => merged(this.app.defaultConfig, optionsOf(script));
    const { buttonLabel, submitFormTarget } = this.configure(optionsOf(script));
    const form = formFor(script, submitFormTarget);
    setHiddenInputs(form);
    this.app.formElement = form;
    const button = document.createElement('button');
    button.className = 'omise-checkout-button';
    button.type = 'button';
    button.textContent = buttonLabel;
    script.insertAdjacentElement('afterend', button);
    button.addEventListener('click', (event) => {
      event.preventDefault();
      this.app.formElement = form;
      this.open(read());
    });
  }

  /** Shows the form. Answers whether there is a frame to show it in. */
  open(options: GivenOptions = {}, callback?: FrameCallback): boolean {
    const { frame } = this;
    if (!frame) return false;
    const config = merged(this.app.defaultConfig, options);
    this.app.currentOpenConfig = config;
    frame.show();
    void frame
      .send({ type: 'SHOW_IFRAME_APP_FORM', data: { config: withoutElement(config) } })
      .then(() => callback?.(frame.iframe));
    return true;
  }

  /** Hides the form. Answers whether there is a frame. */
  close(callback?: FrameCallback): boolean {
    if (!this.frame) return false;
    const config = this.app.currentOpenConfig;
    // Drops the result of a pending payment.
    if (!this.frame?.isEmbedded) this.app.currentOpenConfig = null;
    this.hideLater(() => {
      callback?.(this.app.iframe);
      config?.onFormClosed?.(this.app.iframe);
    });
    return true;
  }

  /** Removes the frame and all configuration. */
  destroy(): void {
    this.removeFrame();
    this.buttons = [];
    this.app.formElement = null;
    this.app.defaultConfig = defaultOptions();
    this.app.currentOpenConfig = null;
  }

  /**
   * Submits the form within the page. The result comes by `onCreateTokenSuccess`, `onCreateSuccess` or
   * `onError`.
   */
  requestCardToken(billingAddress: unknown = {}): void {
    void this.frame?.send({ type: 'REQUEST_CARD_TOKEN', data: { billingAddress } });
  }

  private makeFrame(): void {
    if (this.frame || this.hasFrameInPage) return;
    const frame = new CardFrame(this.settings.cardHost, this.app.defaultConfig, (message) =>
      this.hear(message),
    );
    this.frame = frame;
    this.app.iframe = frame.iframe;
    void frame.loaded.then(() => {
      if (this.frame !== frame) return;
      this.app.iframeLoaded = true;
      // Pages wait for it, as recorded.
      window.dispatchEvent(new CustomEvent('iframeLoaded'));
    });
  }

  private removeFrame(): void {
    this.frame?.remove();
    this.frame = undefined;
    this.app.iframe = null;
    this.app.iframeLoaded = false;
  }

  private hear({ type, data }: Message): void {
    if (!this.app.currentOpenConfig) return;
    if (type === 'CLOSE_IFRAME') this.close();
    if (type === 'SEND_ERROR') this.app.currentOpenConfig?.onError?.(data);
    if (type === 'SEND_TOKEN') this.succeed(data as Payment);
    if (type === 'CLOSE_AND_SEND_TOKEN') {
      const config = this.app.currentOpenConfig;
      this.succeed(data as string | Payment);
      // No close callback after a success, as recorded.
      if (this.app.currentOpenConfig === config) this.app.currentOpenConfig = null;
      this.hideLater();
    }
  }

  /** Unless it is opened again meanwhile. */
  private hideLater(then?: () => void): void {
    setTimeout(() => {
      if (!this.app.currentOpenConfig) this.frame?.hide();
      then?.();
    }, CLOSING_MS);
  }

  /** A form over the page passes a text to `onCreateTokenSuccess`, and an object to `onCreateSuccess`. */
  private succeed(payment: string | Payment): void {
    const config = this.app.currentOpenConfig;
    const whole =
      typeof payment === 'string' ? { [payment.startsWith('tokn') ? 'token' : 'source']: payment } : payment;
    const { formElement: form } = this.app;
    if (form) setHiddenInputs(form, whole);
    if (form && config?.submitAuto === 'yes' && !this.frame?.isEmbedded) form.submit();
    config?.onCreateTokenSuccess?.(payment);
    config?.onCreateSuccess?.(whole);
  }
}

/** Removes options that cannot be posted to the frame. */
function withoutElement(config: CardOptions): object {
  return Object.fromEntries(
    Object.entries(config).filter(([, value]) => typeof value !== 'function' && !(value instanceof Element)),
  );
}
