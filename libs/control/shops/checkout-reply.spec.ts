import { replyOf } from './checkout-reply.js';

const CHARGE = 'chrg_test_60aaaaaaaaaaaaaaab1';
const SCHEDULE = 'schd_test_60aaaaaaaaaaaaaaab2';

describe('the reply of a checkout', () => {
  it.each<[string, object]>([
    [`{"charge":"${CHARGE}","order":"A-1"}`, { charge: CHARGE, order: 'A-1' }],
    [`{"charge":{"id":"${CHARGE}"},"order":1042}`, { charge: CHARGE, order: '1042' }],
    [`{"object":"charge","id":"${CHARGE}"}`, { charge: CHARGE }],
    [`{"schedule":"${SCHEDULE}"}`, { schedule: SCHEDULE }],
    [`{"object":"schedule","id":"${SCHEDULE}","charge":{"amount":2000}}`, { schedule: SCHEDULE }],
    [`{"charge":"${SCHEDULE}","order":""}`, {}],
    ['<p>Thank you</p>', {}],
  ])('is read: %s', (body, named) => {
    const nothing = { charge: undefined, schedule: undefined, order: undefined };
    expect(replyOf(body)).toEqual({ ...nothing, ...named });
  });
});
