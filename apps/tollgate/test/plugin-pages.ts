import type { Page } from 'playwright-core';

/** A page of a shop, with the calls that shop systems and examples of the processor were seen to make. */
export interface PluginPage {
  readonly kind: string;
  /** The shop's page with its public key. Its form submits the token or source to the shop's server. */
  readonly body: (key: string) => string;
  /** The customer's actions until the form is sent. */
  readonly pay: (page: Page) => Promise<void>;
  /** The order's amount; 100,000 by default. */
  readonly amount?: number;
  /** Expected fields of the shop's charge. */
  readonly charge: object;
}

/** The address that shop systems have written into them. */
const CDN = 'https://cdn.omise.co/';
const SCRIPT = `<script src="${CDN}omise.js"></script>`;
const OVERLAY = '#omise-checkout-iframe-app';
const INSTALLMENTS = '#omise-checkout-installment-form';
const PAID = { status: 'successful', card: { last_digits: '4242' } };
const TYPED = {
  'card-number': '4242424242424242',
  'card-holder-name': 'Somchai Prasert',
  expiryDate: '12/32',
  securityCode: '123',
};

/** The order's form: one hidden input for each field. */
const ORDER = `<form id="order" method="post" action="/orders">
  <input type="hidden" name="token"><input type="hidden" name="source"><input type="hidden" name="remember">
  <button id="place-order">Place order</button></form>
<script>
  window.problems = [];
  const order = document.getElementById('order');
  const send = (payment) => { for (const [name, value] of Object.entries(payment)) order[name].value = value ?? ''; order.submit(); };
  const onPlaceOrder = (work) => order.addEventListener('submit', (event) => { event.preventDefault(); work(); });
</script>`;

const page = (markup: string, script: string, library = SCRIPT): string =>
  `${markup}${ORDER}${library}<script>${script}</script>`;

async function typeCard(shop: Page, frame = OVERLAY): Promise<void> {
  const form = shop.frameLocator(frame);
  for (const [field, text] of Object.entries(TYPED)) await form.getByTestId(field).fill(text);
}

const placeOrder = (shop: Page): Promise<void> => shop.locator('#place-order').click();

const payOver = async (shop: Page): Promise<void> => {
  await typeCard(shop);
  await shop.frameLocator(OVERLAY).getByTestId('submit-button').click();
};

const payWithin = async (shop: Page): Promise<void> => {
  await typeCard(shop);
  await placeOrder(shop);
};

async function chooseInstallment(shop: Page, type: string): Promise<void> {
  const form = shop.frameLocator(INSTALLMENTS);
  await form.getByTestId(`method-${type}`).check();
  await form.getByTestId('installment_term').selectOption('6');
}

/** A card form in the page, as WooCommerce and Magento configure it. */
const cardForm = (
  key: string,
  more = '',
): string => `OmiseCard.configure({ publicKey: '${key}', element: document.getElementById('omise-card'),
  customCardForm: true, locale: 'en_US', customCardFormTheme: 'light', customCardFormHideRememberCard: false, customCardFormBrandIcons: ['visa', 'mastercard'],
  cardBrands: 'visa mastercard jcb', style: { fontFamily: 'Poppins', fontSize: 16, input: { height: '44px', borderRadius: '4px' }, checkBox: { textColor: '#1C2433' } }, ${more} });
  OmiseCard.open({ onCreateTokenSuccess: ({ token, remember }) => send({ token, remember }), onError: (errors) => problems.push(errors) });`;
const CARD_ELEMENT = '<div id="omise-card" style="width: 100%; max-width: 400px; height: 400px"></div>';
const INSTALLMENT_ELEMENT = '<div id="omise-installment" style="height: 500px"></div>';

const installmentForm = (
  key: string,
  amount: number,
): string => `OmiseCard.configure({ publicKey: '${key}', amount: ${amount},
  element: document.getElementById('omise-installment'), iframeAppId: '${INSTALLMENTS.slice(1)}', customCardForm: false, customInstallmentForm: true, locale: 'en',
  defaultPaymentMethod: 'installment' });
  OmiseCard.open({ onCreateSuccess: ({ source, token }) => send({ source, token }), onError: (errors) => problems.push(errors) });`;

export const PLUGIN_PAGES: readonly PluginPage[] = [
  {
    kind: 'a form over the page, which the page opens',
    body: (key) =>
      page(
        '<button id="checkout">Checkout</button>',
        `OmiseCard.configure({ publicKey: '${key}' });
        document.getElementById('checkout').addEventListener('click', () => OmiseCard.open({ amount: 100000, currency: 'THB', defaultPaymentMethod: 'credit_card',
          onCreateTokenSuccess: (nonce) => send(nonce.startsWith('tokn_') ? { token: nonce } : { source: nonce }) }));`,
      ),
    pay: async (shop) => {
      await shop.locator('#checkout').click();
      await payOver(shop);
    },
    charge: PAID,
  },
  {
    kind: 'a form over the page, with other methods than cards',
    body: (key) =>
      page(
        '',
        `OmiseCard.configure({ publicKey: '${key}' });
        OmiseCard.open({ amount: '100000', currency: 'thb', otherPaymentMethods: ['internet_banking', 'promptpay'], submitFormTarget: '#order',
          onCreateTokenSuccess: (nonce) => send({ source: nonce }) });`,
      ),
    pay: async (shop) => {
      await shop.frameLocator(OVERLAY).getByTestId('method-promptpay').check();
      await shop.frameLocator(OVERLAY).getByTestId('submit-button').click();
    },
    charge: { status: 'pending', source: { type: 'promptpay' } },
  },
  {
    kind: 'a script tag in a form, whose button the page clicks',
    body: (key) => `<form method="post" action="/orders">
      <script src="${CDN}omise.js" data-key="${key}" data-amount="100000" data-currency="THB" data-default-payment-method="credit_card"></script>
      <script>document.querySelector('.omise-checkout-button').click();</script></form>`,
    pay: payOver,
    charge: PAID,
  },
  {
    kind: 'buttons',
    body: (
      key,
    ) => `<form method="post" action="/orders"><button id="checkout-button"></button></form>${SCRIPT}
      <script>OmiseCard.configure({ publicKey: '${key}', currency: 'THB', frameLabel: 'Shop' });
        OmiseCard.configureButton('#checkout-button', { amount: 100000, buttonLabel: 'Pay 1,000 baht' });
        OmiseCard.attach();</script>`,
    pay: async (shop) => {
      await shop.getByText('Pay 1,000 baht').click();
      await payOver(shop);
    },
    charge: PAID,
  },
  {
    kind: 'WooCommerce’s card form, a second after the page',
    body: (key) =>
      page(
        CARD_ELEMENT,
        `setTimeout(() => { ${cardForm(key)} }, 1000);
        onPlaceOrder(() => OmiseCard.requestCardToken({ street1: '1 Road', city: 'Bangkok', state: 'TH-10', country: 'TH', postal_code: '10320' }));`,
        `<script src="${CDN}omise.js?ver=7.0.1" id="omise-js-js"></script>`,
      ),
    pay: async (shop) => {
      await shop.frameLocator(`#omise-card ${OVERLAY}`).getByTestId('remember-card').check();
      await payWithin(shop);
    },
    charge: { ...PAID, card: { last_digits: '4242', city: 'Bangkok', street1: '1 Road', country: 'th' } },
  },
  {
    kind: 'WooCommerce’s form of saved cards',
    body: (key) =>
      page(
        CARD_ELEMENT,
        `${cardForm(key)} onPlaceOrder(() => OmiseCard.requestCardToken({ email: 'somchai@shop.example' }));`,
      ),
    pay: payWithin,
    charge: PAID,
  },
  {
    kind: 'WooCommerce’s form of installments, configured again as the cart changes',
    body: (key) =>
      page(
        INSTALLMENT_ELEMENT,
        `${installmentForm(key, 300_000)} ${installmentForm(key, 1_000_000)} onPlaceOrder(() => OmiseCard.requestCardToken());`,
      ),
    pay: async (shop) => {
      await chooseInstallment(shop, 'installment_kbank');
      await placeOrder(shop);
    },
    amount: 1_000_000,
    charge: { status: 'pending', source: { type: 'installment_kbank', installment_term: 6 } },
  },
  {
    kind: 'WooCommerce’s Google Pay button',
    body: (key) =>
      page(
        '',
        `onPlaceOrder(() => {
          Omise.setPublicKey('${key}');
          const data = JSON.stringify({ signature: 'MEQ', protocolVersion: 'ECv2', signedMessage: '{}' });
          Omise.createToken('tokenization', { method: 'googlepay', data, billing_name: 'Somchai', billing_city: 'Bangkok', billing_country: 'TH', billing_postal_code: '10320',
            billing_state: '', billing_street1: '1 Road', billing_street2: '', billing_phone_number: '0812345678' },
            (statusCode, response) => statusCode == 200 ? send({ token: response.id }) : problems.push(response));
        });`,
      ),
    pay: placeOrder,
    charge: { ...PAID, card: { last_digits: '4242', tokenization_method: 'googlepay', name: 'Somchai' } },
  },
  {
    kind: 'Magento’s card form, which takes away one that is not there',
    body: (key) =>
      page(
        CARD_ELEMENT,
        `if (typeof Omise === 'undefined') problems.push('there is no library');
        OmiseCard.destroy();
        setTimeout(() => { ${cardForm(key, "iframeAppId: 'omise-checkout-iframe-app'")} });
        onPlaceOrder(() => OmiseCard.requestCardToken({ email: 'somchai@shop.example', billingAddress: { street1: '1 Road', city: 'Springfield', country: 'US', state: 'OR', postal_code: '97477' } }));`,
      ),
    pay: payWithin,
    charge: { ...PAID, card: { last_digits: '4242', city: 'Springfield', country: 'us' } },
  },
  {
    kind: 'Magento’s form of installments on a card',
    body: (key) =>
      page(
        INSTALLMENT_ELEMENT,
        `${installmentForm(key, 1_000_000)} onPlaceOrder(() => OmiseCard.requestCardToken({}));`,
      ),
    pay: async (shop) => {
      await chooseInstallment(shop, 'installment_wlb_kbank');
      await typeCard(shop, INSTALLMENTS);
      await placeOrder(shop);
    },
    amount: 1_000_000,
    charge: { status: 'pending', source: { type: 'installment_wlb_kbank' }, card: { last_digits: '4242' } },
  },
  {
    kind: 'PrestaShop’s own form',
    body: (key) =>
      page(
        '<input id="number" value="4242 4242 4242 4242">',
        `onPlaceOrder(() => {
          Omise.setPublicKey('${key}');
          const card = { name: 'Somchai', number: document.getElementById('number').value, expiration_month: '01', expiration_year: '2040', security_code: '123' };
          Omise.createToken('card', card, (statusCode, response) => statusCode === 200 ? send({ token: response.id }) : problems.push(response.message));
        });`,
        `<script src="${CDN}omise.js.gz"></script>`,
      ),
    pay: placeOrder,
    charge: PAID,
  },
  {
    kind: 'OpenCart’s own form, whose script comes with the first order',
    body: (key) =>
      page(
        '',
        `onPlaceOrder(() => {
          const script = document.head.appendChild(document.createElement('script'));
          script.src = '${CDN}omise.min.js.gz?_=' + Date.now();
          script.onload = () => {
            Omise.setPublicKey('${key}');
            const card = { name: 'Somchai', number: '4242424242424242', expiration_month: '1', expiration_year: '2040', security_code: '123' };
            Omise.createToken('card', card, (statusCode, response) =>
              response.object == 'error' || !response.card.security_code_check ? problems.push(response.message) : send({ token: response.id }));
          };
        });`,
        '',
      ),
    pay: placeOrder,
    charge: PAID,
  },
  {
    kind: 'a form of its own for sources',
    body: (key) =>
      page(
        '',
        `Omise.setPublicKey('${key}');
        onPlaceOrder(() => Omise.createSource('truemoney', { amount: 100000, currency: 'THB', phone_number: '0812345678' },
          (statusCode, response) => response.object === 'source' ? send({ source: response.id }) : problems.push(response)));`,
        `<script src="https://cdn2.omise.co/omise.js"></script>`,
      ),
    pay: placeOrder,
    charge: { status: 'pending', source: { type: 'truemoney', phone_number: '0812345678' } },
  },
];
