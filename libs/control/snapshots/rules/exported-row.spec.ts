import { exportedRow } from './exported-row.js';

const OPTIONS = { order: undefined, hasPersonalData: true };

describe('an exported attempt of an earlier release', () => {
  it('has no card number or secret key in the response', () => {
    const row = {
      answer_start: '{"card":"4242 4242 4242 4242","key":"skey_test_9173","order":"1042"}',
      answer_headers: { 'x-card': ['4242424242424242', 'none'], 'x-next': 'https://u:p@shop.example/' },
    };
    expect(exportedRow('webhook_attempt', row, OPTIONS)).toEqual({
      table: 'webhook_attempt',
      answer_start: '{"card":"[card number]","key":"***","order":"1042"}',
      answer_headers: { 'x-card': ['[card number]', 'none'], 'x-next': 'https://shop.example/' },
    });
  });
});
