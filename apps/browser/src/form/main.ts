// What /pay.html runs, in a frame of a shop's page.
import { readHosts } from '../hosts.js';
import { readMessage, type MessageType } from '../messages.js';
import { get } from '../requests.js';
import { element } from './dom.js';
import { readConfig, type FormConfig } from './form-config.js';
import { textsOf, type FormTexts } from './form-texts.js';
import { headOf, setLook } from './look.js';
import { PayForm } from './pay-form.js';
import { waysToPay, type WayToPay } from './ways-to-pay.js';

const hosts = readHosts();
const main = document.querySelector('main') ?? document.body;
let form: PayForm | undefined;
let shownFor: Window | undefined;
let origin = '*';

const tell = (type: MessageType, data?: unknown): void => shownFor?.postMessage(JSON.stringify({ type, data }), origin);

addEventListener('message', ({ source, origin: from, data }: MessageEvent) => {
  // Only the page around may ask.
  const message = source === parent ? readMessage(data) : undefined;
  if (!message) return;
  shownFor = parent;
  origin = from;
  const content = (message.data ?? {}) as Readonly<Record<string, unknown>>;
  if (message.type === 'SHOW_IFRAME_APP_FORM') void show(readConfig((content['config'] ?? {}) as Readonly<Record<string, unknown>>));
  if (message.type === 'REQUEST_CARD_TOKEN') void form?.pay(addressIn(content['billingAddress']));
});
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && main.dataset['kind'] === 'popup') tell('CLOSE_IFRAME');
});

async function show(config: FormConfig): Promise<void> {
  const texts = textsOf(config.locale);
  document.documentElement.lang = texts.shared.language;
  main.dataset['kind'] = config.kind;
  setLook(main, config);
  const told = element('p', { class: 'problem', role: 'alert', 'data-testid': 'problem' });
  try {
    const ways = await offered(config);
    form = new PayForm(config, texts, ways, hosts, tell);
    draw(config, texts, form.root);
  } catch (error) {
    form = undefined;
    told.textContent = error instanceof WrongKey ? texts.wrongKey : texts.notSent;
    draw(config, texts, told);
  }
}

function draw(config: FormConfig, texts: FormTexts, content: HTMLElement): void {
  const parts = config.kind === 'popup' ? [headOf(config, texts, () => tell('CLOSE_IFRAME')), content, footOf(texts)] : [content];
  main.replaceChildren(element('div', { class: 'sheet' }, ...parts));
  if (config.kind === 'popup') content.querySelector<HTMLElement>('input, select, button')?.focus();
}

function footOf({ shared }: FormTexts): HTMLElement {
  return element('footer', {}, shared.emulated);
}

class WrongKey extends Error {}

/** What the account can be paid with says its capability. */
async function offered(config: FormConfig): Promise<WayToPay[]> {
  const { status, body } = await get(`${hosts.interfaceUrl}/capability`, config.key);
  if (status !== 200) throw new WrongKey();
  const methods = body['payment_methods'] as readonly { readonly name: string }[];
  return waysToPay(
    config,
    methods.map(({ name }) => name),
    location.protocol,
  );
}

/** What a shop knows of its customer's address: flat, or with an email beside it (docs/fidelity.md BL2). */
function addressIn(sent: unknown): Readonly<Record<string, unknown>> {
  if (typeof sent !== 'object' || sent === null) return {};
  const { billingAddress, ...flat } = sent as Readonly<Record<string, unknown>>;
  const address = typeof billingAddress === 'object' && billingAddress !== null ? billingAddress : {};
  const texts = Object.entries({ ...flat, ...address }).filter(([, value]) => typeof value === 'string' && value !== '');
  return Object.fromEntries(texts);
}
