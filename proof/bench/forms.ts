const DESCRIPTION = {
  description: 'Order 2031 of the benchmark',
  'metadata[order_id]': '2031',
  'metadata[customer]': 'somebody@shop.example',
};

export const CREATE_FORM = form({
  amount: '150000',
  currency: 'THB',
  'source[type]': 'promptpay',
  ...DESCRIPTION,
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

export function cardForm(token: string): string {
  return form({ amount: '150000', currency: 'THB', card: token, ...DESCRIPTION });
}

function form(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams(fields).toString();
}
