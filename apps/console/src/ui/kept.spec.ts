import { keptAt } from './kept';

describe('the page that stays when mode or sandbox change', () => {
  it.each([
    ['', ''],
    ['/payments', '/payments'],
    ['/webhooks/inbox', '/webhooks/inbox'],
    ['/objects/linked_accounts', '/objects/linked_accounts'],
    ['/settings/account', '/settings/account'],
    ['/payments/chrg_test_5xuy4w91xqz7d1w9u0t', '/payments'],
    ['/webhooks/whdl_5xuy4w91xqz7d1w9u0t', '/webhooks'],
    ['/objects/recipients/recp_test_5xuy4w91xqz7d1w9u0t', '/objects/recipients'],
    [
      '/objects/customers/cust_test_5xuy4w91xqz7d1w9u0t/cards/card_test_5xuy4w91xqz7d1w9u0t',
      '/objects/cards',
    ],
    ['/objects/occurrences/occu_test_5xuy4w91xqz7d1w9u0t', '/objects/schedules'],
  ])('of %s is %s', (path, kept) => {
    expect(keptAt(path, {}).path).toBe(kept);
  });

  it('has the filters, without what names an object of the other place', () => {
    const customer = 'cust_test_5xuy4w91xqz7d1w9u0t';
    const search = {
      q: '1042',
      status: 'failed',
      amount_gte: '100000',
      created: 'today',
      customer,
      open: 'evnt_test_5xuy4w91xqz7d1w9u0t',
    };
    expect(keptAt('/payments', search).search).toEqual({
      q: '1042',
      status: 'failed',
      amount_gte: '100000',
      created: 'today',
    });
    expect(keptAt('', { q: `kind:attempt ${customer}` }).search).toEqual({});
    expect(keptAt(`/objects/customers/${customer}`, { q: '1042' }).search).toEqual({});
  });
});
