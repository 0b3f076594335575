import { eventText, MAX_PRINTED_LENGTH } from './event-text.js';

const EVENT = {
  object: 'event',
  webhook_deliveries: [],
  data: {
    metadata: {
      2: 'two',
      'a "quoted": name\n': 'one\n  "two": three',
      '': {},
      '\\': 'C:\\',
      ['__proto__']: null,
    },
    list: ['"x": y', ['\n', { deep: null }], -1.5e-7],
    note: 'ลูกค้า ☕️ 🧾 \u2028 \ud800',
  },
};

/** A stored event of this length, whose metadata is a list at the deepest level, as in a refund of a charge. */
function storedEvent(length: number): string {
  const nested = (list: string): string =>
    `{"data":{"refunds":{"data":[{"metadata":{"a":${'['.repeat(8)}1${list}${']'.repeat(8)}}}]}}}`;
  const room = length - nested('').length;
  return nested(',1'.repeat(Math.floor(room / 2)) + ' '.repeat(room % 2));
}

it('prints an event on lines that are indented by two spaces', () => {
  expect(eventText('{"object":"event","data":{"amount":2000}}')).toBe(
    '{\n  "object": "event",\n  "data": {\n    "amount": 2000\n  }\n}',
  );
});

it('prints every name and text, also of an event that is stored printed', () => {
  const printed = eventText(JSON.stringify(EVENT));
  expect(printed).toBe(JSON.stringify(EVENT, null, 2));
  expect(eventText(printed)).toBe(printed);
});

it('makes an event at most 16 times as long, and sends a long one as stored', () => {
  const longest = storedEvent(MAX_PRINTED_LENGTH);
  expect(eventText(longest).length).toBeGreaterThan(15 * MAX_PRINTED_LENGTH);
  expect(eventText(longest).length).toBeLessThan(16 * MAX_PRINTED_LENGTH);
  const longer = storedEvent(MAX_PRINTED_LENGTH + 1);
  expect(eventText(longer)).toBe(longer);
});
