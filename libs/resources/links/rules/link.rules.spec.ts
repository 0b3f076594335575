import { assertOpen, linkProblems } from './link.rules.js';
import { linkPhaseOf, type Link } from './link.js';

const NOW = new Date('2026-01-31T08:00:00Z');
const link: Link = {
  id: 'link_test_0',
  accountId: 'account_0',
  livemode: false,
  version: 0,
  amount: 2_000,
  currency: 'THB',
  title: 'T',
  description: 'D',
  multiple: false,
  createdAt: NOW,
  usedAt: null,
  deletedAt: null,
};

describe('a request for a link', () => {
  it('is valid with an amount, a currency, a title and a description', () => {
    expect(
      linkProblems({ amount: '100000', currency: 'thb', title: 'Order-384', description: 'New Product' }),
    ).toEqual([]);
  });

  it('is rejected with all problems', () => {
    expect(linkProblems({ amount: 'much', currency: 'XXX', title: ' ' })).toEqual([
      'amount is not a number',
      'currency is not currently supported',
      "title can't be blank",
      "description can't be blank",
    ]);
  });

  it('has the limits of a charge', () => {
    expect(linkProblems({ ...link, amount: 1_999 })).toEqual(['amount must be at least 2000']);
  });
});

describe('a link', () => {
  it.each([
    ['is open until it is paid', {}, 'open'],
    ['is over once it is paid', { usedAt: NOW }, 'paid'],
    ['stays open when it can be paid more than once', { usedAt: NOW, multiple: true }, 'open'],
    ['is over once it is deleted', { deletedAt: NOW, multiple: true }, 'deleted'],
  ] as const)('%s', (_, changes, phase) => {
    expect(linkPhaseOf({ ...link, ...changes })).toBe(phase);
  });

  it('cannot be paid once it is over', () => {
    expect(() => assertOpen({ ...link, usedAt: NOW })).toThrow(
      'link was already paid; it accepts only one payment',
    );
    expect(() => assertOpen({ ...link, deletedAt: NOW })).toThrow('link was deleted');
    expect(() => assertOpen(link)).not.toThrow();
  });
});
