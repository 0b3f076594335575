/** What the benchmark sends: forms, as curl and the client libraries do. */

export const CREATE_FORM = form({
  amount: '150000',
  currency: 'THB',
  'source[type]': 'promptpay',
  description: 'Order 2031 of the benchmark',
  'metadata[order_id]': '2031',
  'metadata[customer]': 'somebody@shop.example',
  return_uri: 'https://shop.example/orders/2031',
});

export const TOKEN_FORM = form({
  'card[number]': '4242424242424242',
  'card[name]': 'Somchai Prasert',
  'card[expiration_month]': '12',
  'card[expiration_year]': '2040',
  'card[security_code]': '123',
  'card[city]': 'Bangkok',
  'card[postal_code]': '10320',
});

/** A charge on a token. */
export function cardForm(token: string): string {
  return form({
    amount: '150000',
    currency: 'THB',
    card: token,
    description: 'Order 2031 of the benchmark',
    'metadata[order_id]': '2031',
    'metadata[customer]': 'somebody@shop.example',
  });
}

/** What stripe-stateful-mock needs for as much. */
export const STRIPE_FORM = form({
  amount: '150000',
  currency: 'thb',
  source: 'tok_visa',
  description: 'Order 2031 of the benchmark',
  'metadata[order_id]': '2031',
  'metadata[customer]': 'somebody@shop.example',
});

function form(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams(fields).toString();
}
