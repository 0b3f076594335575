import { alteredBody } from './altered-body';

const printed = (event: object): string => JSON.stringify(event, null, 2);

it('shows the amount that was sent for the signed one, or the other livemode without an amount', () => {
  const charge = { object: 'charge', amount: 2_000, paid: true };
  expect(alteredBody(printed({ livemode: false, data: charge }))).toBe(
    printed({ livemode: false, data: { ...charge, amount: 2_001 } }),
  );
  expect(alteredBody('{"livemode":true,"data":{"object":"customer"}}')).toBe(
    '{"livemode":false,"data":{"object":"customer"}}',
  );
});
