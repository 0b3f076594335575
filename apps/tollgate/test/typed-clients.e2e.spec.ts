import type { Type } from '@nestjs/common';
import request from 'supertest';
import { parametersOf } from '#platform/http/dto.js';
import { UpdateAccountDto } from '#resources/account/account.dto.js';
import { CaptureDto, CreateChargeDto, UpdateChargeDto } from '#resources/charges/charge.dto.js';
import { CreateSessionDto } from '#resources/checkout/checkout-session.dto.js';
import { CreateCustomerDto, UpdateCardDto, UpdateCustomerDto } from '#resources/customers/customer.dto.js';
import { UpdateDisputeDto } from '#resources/disputes/dispute.dto.js';
import { CreateLinkedAccountDto } from '#resources/linked-accounts/linked-account.dto.js';
import { CreateLinkDto } from '#resources/links/link.dto.js';
import { CreateRecipientDto, UpdateRecipientDto } from '#resources/recipients/recipient.dto.js';
import { CreateRefundDto } from '#resources/refunds/refund.dto.js';
import { CreateScheduleDto } from '#resources/schedules/schedule.dto.js';
import { CreateSourceDto } from '#resources/sources/source.dto.js';
import { CreateTransferDto, UpdateTransferDto } from '#resources/transfers/transfer.dto.js';
import { useGateway } from './harness.js';
import { ORDER, type Merchant } from './merchant.js';

const gateway = useGateway();
let merchant: Merchant;

beforeAll(async () => {
  merchant = await gateway.account();
});

type Body = Readonly<Record<string, unknown>>;

type Method = 'post' | 'patch';

const send = (method: Method, path: string, body: object): request.Test =>
  request(gateway.settings.baseUrl)[method](path).auth(merchant.key('secret'), '').send(body);

/** Every parameter of the route, unset, except those in `body`. */
const filled = (dto: Type<object>, unset: unknown, body: Body): Body => ({
  ...Object.fromEntries([...parametersOf(dto)].map((name) => [name, unset])),
  ...body,
});

interface Call {
  readonly dto: Type<object>;
  readonly method?: Method;
  /** Creates the required objects, and returns the path of the call. */
  readonly path: () => Promise<string> | string;
  readonly body?: Body | (() => Promise<Body>);
  readonly answer: Body;
}

const RETURN_URI = 'https://shop.example/return';
const ACCOUNT = { brand: 'scb', number: '1234567890', name: 'Somchai Prasert' };
const NOT_SET = { description: null, metadata: {} };

const CALLS: Readonly<Record<string, Call>> = {
  'makes a charge': {
    dto: CreateChargeDto,
    path: () => '/charges',
    body: { amount: 2000, currency: 'THB', source: { type: 'mobile_banking_kbank' }, return_uri: RETURN_URI },
    answer: { object: 'charge', capture: true, authorization_type: null, customer: null, ...NOT_SET },
  },
  'changes a charge': {
    dto: UpdateChargeDto,
    method: 'patch',
    path: async () =>
      `/charges/${(await merchant.charge({ description: 'kept', 'metadata[order]': '1042' })).id}`,
    answer: { description: 'kept', metadata: { order: '1042' } },
  },
  'captures a charge': {
    dto: CaptureDto,
    path: async () => `/charges/${(await merchant.cardCharge({ capture: false })).id}/capture`,
    answer: { paid: true, captured_amount: 100_000 },
  },
  'refunds a charge': {
    dto: CreateRefundDto,
    path: async () => `/charges/${(await merchant.cardCharge()).id}/refunds`,
    body: { amount: 1000 },
    answer: { object: 'refund', amount: 1000, voided: false, metadata: {} },
  },
  'makes a source': {
    dto: CreateSourceDto,
    path: () => '/sources',
    body: { type: 'promptpay', amount: 2000, currency: 'THB' },
    answer: {
      type: 'promptpay',
      items: [],
      billing: null,
      shipping: null,
      phone_number: null,
      installment_term: null,
    },
  },
  'makes a customer': {
    dto: CreateCustomerDto,
    path: () => '/customers',
    answer: { email: null, default_card: null, ...NOT_SET },
  },
  'changes a customer': {
    dto: UpdateCustomerDto,
    method: 'patch',
    path: async () =>
      `/customers/${(await merchant.customer({ email: 'kept@shop.example', description: 'kept' })).id}`,
    answer: { email: 'kept@shop.example', description: 'kept' },
  },
  'changes a card': {
    dto: UpdateCardDto,
    method: 'patch',
    path: async () => {
      const { id, default_card } = await merchant.customer({ card: (await merchant.token()).id });
      return `/customers/${id}/cards/${default_card}`;
    },
    answer: {
      name: 'Somchai Example',
      city: 'Bangkok',
      postal_code: '10320',
      expiration_month: 12,
      expiration_year: 2040,
    },
  },
  'makes a recipient': {
    dto: CreateRecipientDto,
    path: () => '/recipients',
    body: { name: 'Somchai Prasert', bank_account: ACCOUNT },
    answer: { type: 'individual', email: null, description: null, tax_id: '' },
  },
  'changes a recipient': {
    dto: UpdateRecipientDto,
    method: 'patch',
    path: async () =>
      `/recipients/${(await merchant.recipient({ tax_id: '1042', email: 'kept@shop.example' })).id}`,
    answer: { name: 'Somchai Prasert', tax_id: '1042', email: 'kept@shop.example' },
  },
  'transfers money': {
    dto: CreateTransferDto,
    path: async () => {
      await merchant.transfer();
      return '/transfers';
    },
    body: { amount: 10_000 },
    answer: { amount: 10_000, fail_fast: false, metadata: {} },
  },
  'changes a transfer': {
    dto: UpdateTransferDto,
    method: 'patch',
    path: async () => `/transfers/${(await merchant.transfer({ 'metadata[order]': '1042' })).id}`,
    answer: { amount: 100_000, metadata: { order: '1042' } },
  },
  'makes a schedule': {
    dto: CreateScheduleDto,
    path: () => '/schedules',
    body: async () => {
      const customer = await merchant.customer({ card: (await merchant.token()).id });
      return {
        every: 1,
        period: 'day',
        end_date: '2099-12-31',
        charge: { customer: customer.id, amount: 100_000 },
      };
    },
    answer: { object: 'schedule', period: 'day', on: {} },
  },
  'makes a link': {
    dto: CreateLinkDto,
    path: () => '/links',
    body: { amount: 100_000, currency: 'THB', title: 'Order-384', description: 'New Product' },
    answer: { multiple: false, title: 'Order-384' },
  },
  'makes a linked account': {
    dto: CreateLinkedAccountDto,
    path: () => '/linked_accounts',
    body: { type: 'direct_debit_scb', return_uri: RETURN_URI },
    answer: { object: 'linked_account', type: 'direct_debit_scb' },
  },
  'updates a dispute': {
    dto: UpdateDisputeDto,
    method: 'patch',
    path: async () => {
      const { id } = await merchant.cardCharge();
      const { body } = await merchant.post(`/charges/${id}/disputes`);
      const path = `/disputes/${(body as { id: string }).id}`;
      await merchant.patch(path, { 'metadata[order]': '1042' });
      return path;
    },
    answer: { status: 'open', message: null, metadata: { order: '1042' } },
  },
  'changes the account': {
    dto: UpdateAccountDto,
    method: 'patch',
    path: async () => {
      await merchant.patch('/account', { webhook_uri: 'https://shop.example/hooks' });
      return '/account';
    },
    answer: { webhook_uri: 'https://shop.example/hooks' },
  },
};

describe.each([
  ['null', null],
  ['empty lists', []],
  ['empty objects', {}],
])('a client that sends %s for unset fields', (_, unset) => {
  it.each(Object.entries<Call>(CALLS))('%s', async (_title, call) => {
    const { dto, method = 'post', path, body = {}, answer }: Call = call;
    const set = typeof body === 'function' ? await body() : body;
    const { status, body: answered } = await send(method, await path(), filled(dto, unset, set));
    expect({ status, answered }).toMatchObject({ status: 200, answered: answer });
  });
});

it('a checkout session accepts unset fields, too', async () => {
  const session = filled(CreateSessionDto, null, { ...ORDER, order_id: 1042 });
  expect((await merchant.postSession(session)).body).toMatchObject({
    amount: ORDER.amount,
    order_id: '1042',
  });
});

describe('an unset field inside a parameter', () => {
  it('does not override others: a bank account is found by its brand', async () => {
    const bank_account = { ...ACCOUNT, bank_code: null, branch_code: '', type: {}, created: null };
    const { body } = await send('post', '/recipients', { name: 'Somchai Prasert', bank_account });
    expect(body).toMatchObject({ bank_account: { bank_code: 'scb', branch_code: null, type: null } });
  });

  it.each([[null], [[]], [{}]])('is ignored in the days of a schedule: %j', async (unset) => {
    const { id } = await merchant.customer({ card: (await merchant.token()).id });
    const weekly = {
      every: 1,
      period: 'week',
      on: { weekdays: ['friday'], days_of_month: unset, weekday_of_month: unset },
      start_date: unset,
      end_date: '2099-12-31T00:00:00Z',
      charge: { customer: id, amount: 100_000, card: unset, metadata: unset },
      transfer: { recipient: '', amount: unset },
    };
    const { body } = await send('post', '/schedules', weekly);
    expect(body).toMatchObject({
      on: { weekdays: ['friday'] },
      end_on: '2099-12-31',
      charge: { customer: id, amount: 100_000 },
    });
  });

  it('is ignored in a source, its addresses and its goods', async () => {
    const address = { street1: '', city: null, country: [] };
    const source = {
      type: 'promptpay',
      amount: 0,
      currency: '',
      installment_term: 0,
      billing: address,
      items: [null, { sku: '' }],
    };
    const { body } = await send('post', '/charges', { amount: 2000, currency: 'THB', source });
    expect(body).toMatchObject({
      source: { amount: 2000, billing: null, items: [], installment_term: null },
    });
  });

  it.each([[null], [''], [[]], [{}]])('is ignored in a card or a wallet: %j', async (unset) => {
    const card = {
      name: 1042,
      number: '4242424242424242',
      expiration_month: 12,
      expiration_year: 2040,
      postal_code: 1032.5,
      security_code: unset,
      street1: unset,
      city: unset,
      country: unset,
      phone_number: unset,
    };
    const tokenization = {
      method: 'googlepay',
      data: 1042,
      billing_name: unset,
      billing_country: unset,
      billing_city: unset,
    };
    const make = (body: object): request.Test =>
      request(gateway.settings.vaultUrl).post('/tokens').auth(merchant.key('public'), '').send(body);
    expect((await make({ card, tokenization: unset })).body).toMatchObject({
      card: { name: '1042', postal_code: '1032.5', city: null, country: 'us', security_code_check: false },
    });
    expect((await make({ card: unset, tokenization })).body).toMatchObject({
      card: { name: 'Google Pay', city: null, country: 'us' },
    });
  });

  it('can be 0, in an empty class', async () => {
    const source = { id: '', type: '', amount: 0, currency: null, installment_term: 0 };
    const card = { id: null, name: '', expiration_month: 0, expiration_year: 0 };
    const { id: token } = await merchant.token();
    expect(
      (await send('post', '/charges', { amount: 100_000, currency: 'THB', card: token, source })).body,
    ).toMatchObject({
      status: 'successful',
      source: null,
    });
    const promptpay = { type: 'promptpay', items: [{ sku: '', amount: 0, quantity: 0 }] };
    expect(
      (await send('post', '/charges', { amount: 2000, currency: 'THB', card, source: promptpay })).body,
    ).toMatchObject({
      card: null,
      source: { items: [] },
    });
    expect((await send('post', '/customers', { card, email: 'a@shop.example' })).body).toMatchObject({
      default_card: null,
    });
  });

  it('leaves a recipient unchanged, in a form too', async () => {
    const { id } = await merchant.recipient();
    const before = (await merchant.get(`/recipients/${id}`)).body as Body;
    const none: Body = { name: '', type: '', 'bank_account[number]': '', 'bank_account[name]': '' };
    expect((await merchant.patch(`/recipients/${id}`, { ...none, description: 'changed' })).body).toEqual({
      ...before,
      description: 'changed',
    });
  });

  it('is kept as sent in metadata', async () => {
    const metadata = { note: '', none: null, list: [], order: { tags: {} } };
    expect((await send('post', '/customers', { metadata })).body).toMatchObject({ metadata });
  });
});

it.each<[string, string, object, Body]>([
  [
    'a recipient',
    '/recipients',
    { name: 1042, tax_id: 1234567890, bank_account: { ...ACCOUNT, number: 1234567890 } },
    { name: '1042', tax_id: '1234567890' },
  ],
  ['a customer', '/customers', { description: 1042, email: 'a@shop.example' }, { description: '1042' }],
  [
    'a charge',
    '/charges',
    { amount: 2000, currency: 'THB', description: 1042.5, source: { type: 'promptpay', name: 7 } },
    { description: '1042.5' },
  ],
  ['a chain', '/chains', { email: 1042 }, { email: '1042' }],
  [
    'a link',
    '/links',
    { amount: 100_000, currency: 'THB', title: 384, description: 1 },
    { title: '384', description: '1' },
  ],
  [
    'a source',
    '/sources',
    {
      type: 'truemoney',
      amount: 2000,
      currency: 'THB',
      phone_number: 66812345678,
      store_id: 1,
      shipping: { postal_code: 10320 },
    },
    { phone_number: '66812345678', store_id: '1', shipping: { postal_code: '10320' } },
  ],
])('%s converts numbers to texts', async (_, path, sent, answer) => {
  const { status, body } = await send('post', path, sent);
  expect({ status, body }).toMatchObject({ status: 200, body: answer });
});

it('a number that JSON rounded is rejected as a text', async () => {
  const { status, body } = await request(gateway.settings.baseUrl)
    .post('/customers')
    .auth(merchant.key('secret'), '')
    .type('json')
    .send('{"description": 12345678901234567890}');
  expect({ status, ...(body as Body) }).toMatchObject({
    status: 400,
    message: 'description must be a string',
  });
});

describe('a change of a bank account', () => {
  const verified = async (): Promise<{ id: string; bank_account: Body }> => {
    const { id } = await merchant.recipient({ 'bank_account[type]': 'savings' });
    return (await merchant.patch(`/recipients/${id}/verify`)).body as { id: string; bank_account: Body };
  };

  it.each([
    ['number', { number: '9876543210' }, { last_digits: '3210' }],
    ['bank', { brand: 'kbank' }, { bank_code: 'kbank' }],
    ['name', { name: 'Somsri Prasert' }, { name: 'Somsri Prasert' }],
  ])('of the %s requires a new verification', async (_, part, changed) => {
    const { id, bank_account } = await verified();
    const { body } = await send('patch', `/recipients/${id}`, { bank_account: part });
    expect(body).toMatchObject({
      verified: false,
      active: false,
      bank_account: { type: bank_account['type'], ...changed },
    });
  });

  it('of other fields keeps the recipient verified', async () => {
    const { id } = await verified();
    const { body } = await send('patch', `/recipients/${id}`, {
      bank_account: { ...ACCOUNT, type: 'current' },
    });
    expect(body).toMatchObject({ verified: true, active: true, bank_account: { type: 'current' } });
  });

  it('accepts letters at the test bank only', async () => {
    const made = (brand: string): request.Test =>
      send('post', '/recipients', {
        name: 'Jane',
        bank_account: { brand, number: 'acc12345', name: 'Jane' },
      });
    expect((await made('test')).body).toMatchObject({
      object: 'recipient',
      bank_account: { last_digits: '2345' },
    });
    expect((await made('scb')).body).toMatchObject({
      code: 'invalid_bank_account',
      message: expect.stringContaining('digits') as string,
    });
  });
});
