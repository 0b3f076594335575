// Runs in /pay.html, a frame in the shop's page.
import { readHosts } from '../hosts.js';
import { readMessage, type MessageType } from '../messages.js';
import { get } from '../requests.js';
import { element } from './dom.js';
import { readConfig, type FormConfig } from './form-config.js';
import { textsOf, type FormTexts } from './form-texts.js';
import { headOf, setLook, testMark } from './look.js';
import { PayForm } from './pay-form.js';
import { waysToPay, type WayToPay } from './ways-to-pay.js';

const hosts = readHosts();
const main = document.querySelector('main') ?? document.body;
let form: PayForm | undefined;
/** Why there is no form. */
let obstacle: string | undefined;
/** The page's request from before the form was ready. */
let waiting: Readonly<Record<string, unknown>> | undefined;
/** Number of requested forms: only the last one is shown and paid. */
let shows = 0;
let origin = '*';

const tell = (type: MessageType, data?: unknown): void =>
  parent.postMessage(JSON.stringify({ type, data }), origin);

addEventListener('message', ({ source, origin: from, data }: MessageEvent) => {
  // Only the page around may ask.
  const message = source === parent ? readMessage(data) : undefined;
  if (!message) return;
  // A page from a file has no origin that could be named.
  origin = from === 'null' ? '*' : from;
  const content = (message.data ?? {}) as Readonly<Record<string, unknown>>;
  if (message.type === 'SHOW_IFRAME_APP_FORM')
    void show(readConfig((content['config'] ?? {}) as Readonly<Record<string, unknown>>));
  if (message.type === 'REQUEST_CARD_TOKEN') request(addressIn(content['billingAddress']));
});
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && main.dataset['kind'] === 'popup') close();
});

/** Ignores all pending results. */
function close(): void {
  shows += 1;
  form = undefined;
  tell('CLOSE_IFRAME');
}

/** Answers at once, or when it is known whether there is a form. */
function request(address: Readonly<Record<string, unknown>>): void {
  if (form) void form.pay(address);
  else if (obstacle !== undefined) tell('SEND_ERROR', [obstacle]);
  else waiting = address;
}

async function show(config: FormConfig): Promise<void> {
  const number = (shows += 1);
  const texts = textsOf(config.locale);
  document.documentElement.lang = texts.shared.language;
  main.dataset['kind'] = config.kind;
  setLook(main, config);
  // The existing form is for another amount.
  form = obstacle = undefined;
  main.replaceChildren();
  const tellOfThis = (type: MessageType, data?: unknown): void => {
    if (number === shows) tell(type, data);
  };
  const made = await offered(config).then(
    (ways) => new PayForm(config, texts, ways, hosts, tellOfThis),
    (error: unknown) => (error instanceof WrongKey ? texts.wrongKey : texts.notSent),
  );
  if (number !== shows) return;
  if (typeof made === 'string') obstacle = made;
  else form = made;
  draw(
    config,
    texts,
    form?.root ?? element('p', { class: 'problem', role: 'alert', 'data-testid': 'problem' }, obstacle),
  );
  const asked = waiting;
  waiting = undefined;
  if (asked) request(asked);
}

function draw(config: FormConfig, texts: FormTexts, content: HTMLElement): void {
  const parts =
    config.kind === 'popup'
      ? [headOf(config, texts, close), content, footOf(texts)]
      : [config.isTest && config.kind === 'installment' && testMark(texts.shared), content];
  main.replaceChildren(element('div', { class: 'sheet' }, ...parts));
  if (config.kind === 'popup') content.querySelector<HTMLElement>('input, select, button')?.focus();
}

function footOf({ shared }: FormTexts): HTMLElement {
  return element('footer', {}, shared.emulated);
}

class WrongKey extends Error {}

const UNAUTHORIZED = 401;

/** Reads the account's capability. */
async function offered(config: FormConfig): Promise<WayToPay[]> {
  const { status, body } = await get(`${hosts.interfaceUrl}/capability`, config.key);
  if (status === UNAUTHORIZED) throw new WrongKey();
  if (status !== 200) throw new Error(`the capability answers ${status}`);
  const methods = body['payment_methods'] as readonly { readonly name: string }[];
  return waysToPay(
    config,
    methods.map(({ name }) => name),
    location.protocol,
  );
}

/** The customer's address as the shop sends it: flat, or together with an email (docs/fidelity.md BL2). */
function addressIn(sent: unknown): Readonly<Record<string, unknown>> {
  if (typeof sent !== 'object' || sent === null) return {};
  const { billingAddress, ...flat } = sent as Readonly<Record<string, unknown>>;
  const address = typeof billingAddress === 'object' && billingAddress !== null ? billingAddress : {};
  const texts = Object.entries({ ...flat, ...address }).filter(
    ([, value]) => typeof value === 'string' && value !== '',
  );
  return Object.fromEntries(texts);
}
