import { isRequestId } from './request-id.js';

describe('the id of a request', () => {
  it.each([
    ['a UUID', '0b9b2f6c-3c5e-4d0a-9f5e-2a1f9f0c8d11'],
    ['a ULID', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ['32 hexadecimal digits', '4bf92f3577b34da6a3ce929d0e0e4736'],
    ['a name with a number', 'order-1042.retry_2'],
    ['six characters', 'test-1'],
    ['128 characters', 'x'.repeat(128)],
  ])('can be %s', (_, id) => {
    expect(isRequestId(id)).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['five characters, which could be a security code', '12345'],
    ['129 characters', 'x'.repeat(129)],
    ['two lines', 'test-1\r\nSet-Cookie: a=b'],
    ['two ids', 'test-1, test-2'],
    ['JSON', '{"a":"bcdef"}'],
    ['a tag', '<script>x</script>'],
    ['a control character', 'test-\u001b[31m'],
    ['other letters than Latin ones', 'заявка-1'],
    ['full-width digits', '４５３９１４８８０３４３６４６７'],
    ['an option', '--help'],
    ['a secret key', 'skey_test_tollgate'],
    ['a key in something longer', 'shop.skey_5x2'],
    ['a public key', 'PKEY_test_tollgate'],
    ['a card number', '4539148803436467'],
    ['a card number in groups', '4539-1488-0343-6467'],
    ['a card number with a name', 'order-4539148803436467-1'],
    ['a card number with dots and lines', '4539.1488_0343.6467'],
    ['a card number that looks like a UUID', '45391488-0343-6467-0000-000000000000'],
  ])('cannot be %s', (_, id) => {
    expect(isRequestId(id)).toBe(false);
  });
});
