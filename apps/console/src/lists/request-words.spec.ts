import { requestQuery } from './request-words';

const CHARGE = 'chrg_test_60aaaaaaaaaaaaaaaa1';

describe('words for the request log', () => {
  it.each([
    ['', {}],
    ['/charges', { path: '*/charges*' }],
    ['post 4xx /charges', { method: 'post', status: '4xx', path: '*/charges*' }],
    ['503', { status: '503' }],
    [`delete ${CHARGE}`, { method: 'delete', object: CHARGE }],
    ['customers cards', { path: '*customers*cards*' }],
    ['status:50', { path: '*status:50*' }],
    ['"', { path: '*"*' }],
  ])('%s', (text, query) => {
    expect(requestQuery(text)).toEqual(query);
  });
});
