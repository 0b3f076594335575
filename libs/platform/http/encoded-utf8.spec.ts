import { isEncodedUtf8 } from './encoded-utf8.js';

const bytes = (text: string): string => Buffer.from(text).toString('latin1');

it.each([
  '',
  'amount=2000&description=100%',
  'name=%E0%B8%81&a=%zz',
  bytes('name=ก🧾'),
  `${bytes('ก')}%E0%B8%81`,
  '%2580',
])('UTF-8 is %j', (text) => {
  expect(isEncodedUtf8(text)).toBe(true);
});

it.each(['name=%FF', 'name=%e0%b8&a=b', 'name=\u00e9', '%C3=1', '/customers/%80', `${bytes('ก')}%C3`])(
  'UTF-8 is not %j',
  (text) => {
    expect(isEncodedUtf8(text)).toBe(false);
  },
);
