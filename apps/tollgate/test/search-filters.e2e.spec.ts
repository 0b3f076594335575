import { dayIn } from '#kernel/local-time.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { control, createSandbox } from './sandbox.js';
import { idsIn, searchIn, type Search } from './searches.js';

const gateway = useGateway();
let shop: Merchant;

beforeEach(async () => {
  shop = await gateway.account();
});

const search = (scope: string, asked: object = {}): Promise<Search> => searchIn(shop, scope, asked);
const idsOf = (scope: string, asked: object): Promise<string[]> => idsIn(shop, scope, asked);

describe('the filters of a search', () => {
  it('accept amounts in each currency’s main unit, in every scope', async () => {
    const { id: customer } = await shop.customer({ card: (await shop.token()).id });
    const { id: recipient } = await shop.recipient();
    const baht = await shop.cardCharge({ amount: 409_669 });
    const yen = await shop.cardCharge({ amount: 4_096, currency: 'JPY' });
    const made = async (path: string, form: object): Promise<string> =>
      ((await shop.post(path, form)).body as { id: string }).id;
    const refunds = [
      await made(`/charges/${baht.id}/refunds`, { amount: 100_050 }),
      await made(`/charges/${yen.id}/refunds`, { amount: 1_000 }),
    ];
    const dispute = await made(`/charges/${(await shop.cardCharge({ amount: 500_050 })).id}/disputes`, {});
    const links = [
      await shop.link({ amount: 7_777_777 }),
      await shop.link({ amount: 77_777, currency: 'JPY' }),
    ].map(({ id }) => id);
    const { id: transfer, fee } = await shop.transfer({ amount: 50_025 });
    const daily = { every: 1, period: 'day', end_date: await shop.dateIn(30) };
    const schedule = await made('/schedules', {
      ...daily,
      'charge[customer]': customer,
      'charge[amount]': 3_333,
    });
    await made('/schedules', { ...daily, 'transfer[recipient]': recipient, 'transfer[amount]': 5_000 });
    const cases: [string, object, string[]][] = [
      ['charge', { amount: '4096.69' }, [baht.id]],
      ['charge', { amount: '4096.690' }, [baht.id]],
      ['charge', { amount: '4096.695' }, []],
      ['charge', { amount: 409_669 }, []],
      ['charge', { amount: 4_096 }, [yen.id]],
      ['charge', { amount: '4096..4096.69' }, [baht.id, yen.id]],
      ['charge', { amount: '4095.5..4096.5' }, [yen.id]],
      ['charge', { refund_amount: '1000..1000.5' }, [baht.id, yen.id]],
      ['refund', { amount: '1000.5' }, refunds.slice(0, 1)],
      ['refund', { amount: '1000..1001' }, refunds],
      ['dispute', { amount: '5000.50' }, [dispute]],
      ['dispute', { amount: '5000' }, []],
      ['link', { amount: '77777..' }, links],
      ['link', { amount: '77777.78..' }, []],
      ['transfer', { amount: '500.25' }, [transfer]],
      ['transfer', { fee: String(Number(fee) / 100) }, [transfer]],
      ['charge_schedule', { amount: '33.33' }, [schedule]],
      ['charge_schedule', { amount: '34..' }, []],
    ];
    for (const [scope, filters, ids] of cases)
      expect([scope, filters, await idsOf(scope, { filters })]).toEqual([scope, filters, ids]);
    const amounts = (
      await search('transaction', { filters: { amount: '1000..1000.5', kind: 'refund_processed' } })
    ).data;
    expect(amounts).toMatchObject([{ amount: 100_050, currency: 'THB' }]);
  });

  it('accept days by the account’s clock and country', async () => {
    const tokyo = await createSandbox(gateway, {
      country: 'JP',
      clock: { now: '2031-01-01T14:30:00Z', frozen: true },
    });
    const { id: first } = await tokyo.cardCharge({ currency: 'JPY', amount: 1_000 });
    await control(gateway).post(`/api/sandboxes/${tokyo.name}/clock/advance`).send({ by: '1h' }).expect(200);
    const { id: second } = await tokyo.cardCharge({ currency: 'JPY', amount: 1_000 });
    const cases: [string, string[]][] = [
      ['2031-01-01', [first]],
      ['2031/01/02', [second]],
      ['2031/01/01..2031-01-02', [first, second]],
      ['today', [second]],
      ['yesterday', [first]],
      ['this_week', [first, second]],
      ['last_week', []],
      ['this_month', [first, second]],
      ['last_month', []],
    ];
    for (const [created, ids] of cases) {
      const query = new URLSearchParams({ scope: 'charge', 'filters[created]': created });
      const { body } = await tokyo.get(`/search?${query.toString()}`);
      expect([created, (body as Search).data.map(({ id }) => id)]).toEqual([created, ids]);
    }
  });

  it('of charges select charges', async () => {
    const paid = await shop.cardCharge({ amount: 150_000 });
    await shop.post(`/charges/${paid.id}/refunds`, { amount: 1_000 });
    const failed = await shop.cardCharge({ amount: 200_000 }, { number: '4111111111140011' });
    const held = await shop.cardCharge({ capture: false });
    const boost = await shop.charge();
    const bill = await shop.charge({
      'source[type]': 'installment_ktc',
      'source[installment_term]': 6,
      amount: 600_000,
      currency: 'THB',
    });
    const reversed = await shop.cardCharge({ capture: false });
    await shop.post(`/charges/${reversed.id}/reverse`);
    const day = dayIn('TH', new Date(String(paid.created_at)));
    const cases: [object, string[]][] = [
      [{ captured: true }, [paid.id]],
      [{ captured: false, authorized: true }, [held.id, reversed.id]],
      [{ capture: false, reversed: false }, [held.id]],
      [{ status: 'failed', failure_code: 'insufficient_fund' }, [failed.id]],
      [{ amount: 1_500 }, [paid.id]],
      [{ amount: '1500.00..2000' }, [paid.id, failed.id]],
      [{ currency: 'myr' }, [boost.id]],
      [{ card_last_digits: '0011' }, [failed.id]],
      [{ refunded: 'Yes', refund_amount: '0.5..10' }, [paid.id]],
      [{ refund_amount: '..9.99' }, [failed.id, held.id, boost.id, bill.id, reversed.id]],
      [
        { failure_message: 'insufficient funds in the account or the card has reached the credit limit' },
        [failed.id],
      ],
      [{ failure_message: 'insufficient funds' }, []],
      [{ reversed: 'on' }, [reversed.id]],
      [{ customer_present: 'off', status: 'successful' }, [paid.id]],
      [{ source_type: 'boost' }, [boost.id]],
      [{ source_of_fund: 'offsite' }, [boost.id, bill.id]],
      [{ is_installment: true }, [bill.id]],
      [{ is_installment: false, source_of_fund: 'card', amount: '..1000' }, [held.id, reversed.id]],
      [{ installment_terms: 6 }, [bill.id]],
      [{ installment_terms: '3..' }, [bill.id]],
      [{ captured_at: `${day}..` }, [paid.id]],
      [{ created: '..2017-01-01' }, []],
      [{ voided: true }, []],
      [{ disputed: true }, []],
      [{ scheduled: true }, []],
    ];
    for (const [filters, ids] of cases)
      expect([filters, await idsOf('charge', { filters })]).toEqual([filters, ids]);
    expect(await search('charge', { filters: { created: day } })).toMatchObject({
      total: 6,
      filters: { created: day },
    });
  });

  it('and words find the failure message that a charge shows', async () => {
    const number = '4111111111150002';
    const challenge = { authentication: '3DS', return_uri: 'https://shop.example/' };
    const notEnrolled = await shop.cardCharge(challenge, { number });
    const rejected = await shop.cardCharge({}, { number });
    for (const [charge, word] of [
      [notEnrolled, 'enrolled'],
      [rejected, 'rejected'],
    ] as const) {
      expect(await idsOf('charge', { filters: { failure_message: charge['failure_message'] } })).toEqual([
        charge.id,
      ]);
      expect(await idsOf('charge', { query: word })).toEqual([charge.id]);
    }
    const both = [notEnrolled.id, rejected.id];
    expect(await idsOf('charge', { filters: { failure_code: 'payment_rejected' } })).toEqual(both);
  });

  it('of disputes, links and refunds select these', async () => {
    const { id: charge } = await shop.cardCharge();
    const { body: refund } = (await shop.post(`/charges/${charge}/refunds`, { amount: 100 })) as {
      body: { id: string };
    };
    expect(
      await idsOf('refund', { filters: { charge_id: charge, card_last_digits: '4242', voided: false } }),
    ).toEqual([refund.id]);
    const other = await shop.cardCharge();
    const { body: dispute } = (await shop.post(`/charges/${other.id}/disputes`)) as {
      body: { id: string; reason_code: string };
    };
    const { reason_code: reason } = dispute;
    expect(
      await idsOf('dispute', { filters: { status: 'open', card_first_digits: '424242', fraud: false } }),
    ).toEqual([dispute.id]);
    expect(await idsOf('charge', { filters: { disputed: true } })).toEqual([other.id]);
    const [once, often] = [await shop.link(), await shop.link({ multiple: true })];
    expect(await idsOf('link', { filters: { multiple: true, used: false } })).toEqual([often.id]);
    expect(await idsOf('link', { filters: { multiple: 'no' } })).toEqual([once.id]);
    expect(await idsOf('dispute', { filters: { reason_code: String(reason) } })).toEqual([dispute.id]);
    expect(await idsOf('dispute', { filters: { reason_code: 'nothing' } })).toEqual([]);
  });

  it('of recipients select recipients, including the default', async () => {
    const cook = await shop.recipient({ type: 'corporation' });
    const waiter = await shop.recipient({ 'bank_account[number]': '9876543210' });
    await shop.patch(`/recipients/${cook.id}/verify`);
    await shop.delete(`/recipients/${waiter.id}`);
    const [own] = (await search('recipient', { filters: { active: true } })).data;
    expect(own).toMatchObject({ object: 'recipient', default: true });
    const cases: [object, string[]][] = [
      [{ verified: true, type: 'corporation' }, [cook.id]],
      [{ verified_at: '2020-01-01..', deleted: false, bank_last_digits: '7890' }, [cook.id]],
      [{ bank_last_digits: '3210' }, [waiter.id]],
      [{ deleted: true }, [waiter.id]],
      [{ failure_code: 'name_mismatch' }, []],
      [{ activated_at: '..2020-01-01' }, []],
    ];
    for (const [filters, ids] of cases)
      expect([filters, await idsOf('recipient', { filters })]).toEqual([filters, ids]);
  });

  it('of transfers and transactions select these', async () => {
    const sent = await shop.transfer();
    await shop.post(`/transfers/${sent.id}/mark_as_sent`);
    const { body: waiting } = (await shop.post('/transfers', { amount: 50_000 })) as { body: { id: string } };
    const cases: [object, string[]][] = [
      [{ sent: true, paid: false }, [sent.id]],
      [{ sent: false, amount: '..600' }, [waiting.id]],
      [{ currency: 'thb', fee: '1..' }, [sent.id, waiting.id]],
      [{ paid_at: '2020-01-01..' }, []],
    ];
    for (const [filters, ids] of cases)
      expect([filters, await idsOf('transfer', { filters })]).toEqual([filters, ids]);
    const { data } = await search('transaction', { filters: { kind: 'transfer_sent' } });
    expect(data).toMatchObject([
      { object: 'transaction', key: 'transfer.sent.debit', origin: sent.id, amount: 100_000 },
    ]);
    expect(
      await search('transaction', { filters: { kind: 'charge_captured', hold_until: '2020-01-01..' } }),
    ).toMatchObject({ total: 1 });
    expect(await search('transaction', { filters: { kind: 'nothing' } })).toMatchObject({ total: 0 });
  });

  it('of schedules select by charges and activity', async () => {
    const { id: customer } = await shop.customer({ card: (await shop.token()).id });
    const { id: recipient } = await shop.recipient();
    const daily = { every: 1, period: 'day', end_date: await shop.dateIn(30) };
    const scheduled = async (form: object): Promise<string> =>
      ((await shop.post('/schedules', { ...daily, ...form })).body as { id: string }).id;
    const told = { 'charge[description]': 'Membership fee', 'charge[metadata][team]': 'night' };
    const ofCharges = await scheduled({ 'charge[customer]': customer, 'charge[amount]': 2_000, ...told });
    const ofTransfers = await scheduled({ 'transfer[recipient]': recipient, 'transfer[amount]': 5_000 });
    await shop.delete(`/schedules/${ofTransfers}`);
    const cases: [string, object, string[]][] = [
      ['charge_schedule', {}, [ofCharges]],
      ['charge_schedule', { query: 'membership night' }, [ofCharges]],
      ['charge_schedule', { query: 'someone' }, []],
      ['charge_schedule', { query: ofTransfers }, []],
      [
        'charge_schedule',
        { filters: { active: true, amount: '10..30', card_last_digits: '4242' } },
        [ofCharges],
      ],
      ['charge_schedule', { filters: { card_last_digits: '1111' } }, []],
      [
        'transfer_schedule',
        { filters: { active: false, status: 'deleted', created: '2020-01-01..' } },
        [ofTransfers],
      ],
      ['transfer_schedule', { query: `id:${ofTransfers}`, filters: { active: true } }, []],
    ];
    for (const [scope, asked, ids] of cases)
      expect([scope, asked, await idsOf(scope, asked)]).toEqual([scope, asked, ids]);
  });

  it('of charges select by schedule', async () => {
    const { id: customer } = await shop.customer({ card: (await shop.token()).id });
    await shop.cardCharge();
    const charge = { 'charge[customer]': customer, 'charge[amount]': 2_000 };
    const { status } = await shop.post('/schedules', {
      every: 1,
      period: 'day',
      end_date: await shop.dateIn(30),
      ...charge,
    });
    expect(status).toBe(200);
    expect(await search('charge', { filters: { scheduled: true } })).toMatchObject({
      total: 1,
      data: [{ amount: 2_000 }],
    });
  });
});
