import { compactText, eventText } from './event-text.js';

const EVENT = {
  object: 'event',
  webhook_deliveries: [],
  data: {
    metadata: { 'a "quoted": name\n': 'one\n  "two": three', '': {}, '\\': 'C:\\' },
    list: ['"x": y', ['\n', { deep: null }], -1.5e-7],
    note: 'ลูกค้า ☕️ 🧾 \u2028',
  },
};

it('prints an event on lines that are indented by two spaces', () => {
  expect(eventText({ object: 'event', data: { amount: 2_000 } })).toBe(
    '{\n  "object": "event",\n  "data": {\n    "amount": 2000\n  }\n}',
  );
});

it.each([['an event', EVENT] as const, ['an empty one', {}] as const])(
  'makes the text of %s compact without changing names or texts',
  (_, event) => {
    expect(compactText(eventText(event))).toBe(JSON.stringify(event));
    expect(compactText(JSON.stringify(event))).toBe(JSON.stringify(event));
  },
);
