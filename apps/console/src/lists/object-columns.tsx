import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import { Copy } from '../ui/copy';
import { Money } from '../ui/money';
import { moneyText } from '../ui/money-text';
import { pathIn, type Place } from '../ui/place';
import { Status } from '../ui/status';
import { Relative, Time } from '../ui/time';
import { Wrapping } from '../ui/wrapping';
import { cardText, labelOf } from '../ui/words';
import { IdCell, ObjectLink, SignedMoney, signedText } from './cells';
import type { Listed } from './listed-objects';
import { pageOfCard, type ListName } from './kinds';
import { everyText } from './schedule-words';
import { AMOUNT_WIDTH, TIME_WIDTH, type Column } from './long-table';

/** The way to the first object of a kind, for an empty list. */
export const WHENCE: Readonly<Partial<Record<ListName, string>>> = {
  customers: 'Create a customer with POST /customers.',
  cards: 'A card is saved when a token is attached to a customer.',
  refunds: 'Refund a paid charge and it appears here.',
  disputes: 'Open a dispute on the page of a paid card charge.',
  links: 'Create a payment link with POST /links.',
  checkout_sessions: 'Create a checkout session with POST /api/sessions.',
  schedules: 'Create a schedule with POST /schedules.',
  linked_accounts: 'A customer links a bank account for direct debit.',
  sources: 'Create a source with POST /sources.',
  tokens: 'Cards become tokens on the vault host.',
  recipients: 'Create a recipient with POST /recipients.',
  transfers: 'Create a transfer with POST /transfers.',
  transactions: 'Paid charges, refunds, disputes and transfers move money.',
  chains: 'Chained sub-accounts appear here.',
};

type Row = Pick<Listed<ListName>, 'id' | 'status' | 'at'>;
type WithMoney = Pick<Listed<'refunds'>, 'amount' | 'currency'>;

/** The place of a list, and its functions of a row. */
interface At {
  readonly place: Place;
  readonly orderOf: (metadata: object) => string;
  /** The page of an object. */
  readonly pageOf: (one: { readonly id: string }) => string;
}

type Columns<K extends ListName> = (at: At) => readonly Column<Listed<K>>[];

/** The columns of a list of objects. */
export function columnsOf<K extends ListName>(
  kind: K,
  place: Place,
  orderOf: At['orderOf'],
): readonly Column<Listed<K>>[] {
  const columns: Columns<K> = COLUMNS[kind] ?? plainColumns;
  return columns({ place, orderOf, pageOf: ({ id }) => pathIn(place, `/objects/${kind}/${id}`) });
}

/** The columns of kinds that show more than their status. */
const COLUMNS: { readonly [K in ListName]?: Columns<K> } = {
  customers: (at) => [
    named(at, 'Customer', 170, ({ email, description, id: own }) => email ?? description ?? own),
    plain('Description', 120, ({ email, description }) => (email ? description : '')),
    { name: 'Cards', width: 130, cell: ({ cards }) => cards.map(cardText).join(', ') || '–' },
    {
      name: 'Payments',
      width: 88,
      isRight: true,
      isExtra: true,
      cell: ({ payments }) => payments.toLocaleString('en'),
    },
    ID,
    CREATED,
  ],
  cards: ({ place, ...at }) => {
    const pageOf = ({ id, customer: owner }: Listed<'cards'>): string => pageOfCard(id, owner ?? '', place);
    return [
      {
        name: 'Card',
        width: 150,
        cell: (one) => rowLink({ ...at, place, pageOf: () => pageOf(one) }, one, cardText(one)),
      },
      plain('Name', 130, ({ name }) => name),
      customer(place, 120),
      ID,
      CREATED,
    ];
  },
  tokens: (at) => [
    named(at, 'Card', 140, (one) => cardText(one)),
    plain('Name', 120, ({ name }) => name),
    status(112),
    payment(at.place, 120),
    ID,
    CREATED,
  ],
  refunds: (at) => [amount(at), payment(at.place, 120), order(at, 100), status(112), ID, CREATED],
  disputes: (at) => [
    amount(at),
    plain('Reason', 110, ({ reason_code: reason }) => labelOf(reason)),
    status(100),
    payment(at.place, 120),
    order(at, 70),
    ID,
    CREATED,
  ],
  links: (at) => [
    named(at, 'Title', 150, ({ title, id }) => title || id),
    { name: 'Amount', width: AMOUNT_WIDTH, isRight: true, cell: moneyOf },
    status(100),
    PAGE_URL,
    ID,
    CREATED,
  ],
  checkout_sessions: (at) => [
    amount(at),
    status(104),
    {
      name: 'Order',
      width: 76,
      cell: ({ order: number, description }) => [number, description].filter(Boolean).join(', ') || '–',
    },
    plain('Methods', 90, ({ methods }) => methods.map(labelOf).join(', ')),
    PAGE_URL,
    payment(at.place, 116),
    ID,
    CREATED,
  ],
  schedules: (at) => [
    named(at, 'Plan', 150, ({ description, ...one }) => description ?? everyOf(one)),
    {
      name: 'For',
      width: 150,
      cell: ({ party, party_name: name }) => <ObjectLink id={party} place={at.place} text={name} />,
    },
    { name: 'Amount', width: AMOUNT_WIDTH, isRight: true, cell: moneyOf },
    plain('Every', 170, everyOf),
    plain('Next run', 110, ({ next_at: next }) => (next ? <Relative at={next} /> : '–')),
    plain('Last run', 150, ({ last_run: run }) =>
      run ? (
        <span className="statuses">
          <Status of={run.status} /> <Time at={run.at} />
        </span>
      ) : (
        '–'
      ),
    ),
    status(100),
    order(at, 80),
    ID,
  ],
  linked_accounts: (at) => [
    named(at, 'Bank', 150, ({ bank }) => labelOf(bank)),
    status(112),
    plain('Account', 90, ({ last_digits: digits }) => (digits ? `•${digits}` : '–')),
    customer(at.place, 120),
    ID,
    CREATED,
  ],
  recipients: (at) => [
    named(at, 'Name', 160, ({ name }) => name),
    status(100),
    plain('Type', 100, ({ recipient_type: type }) => labelOf(type)),
    plain('Email', 160, ({ email }) => email),
    ID,
    CREATED,
  ],
  transfers: (at) => [
    amount(at),
    status(100),
    plain('Recipient', 120, ({ recipient }) => <ObjectLink id={recipient} place={at.place} />),
    plain('Sends', 88, ({ due_at: due, status: state }) =>
      due && state === 'pending' ? <Relative at={due} /> : '–',
    ),
    plain(
      'Failure',
      110,
      ({ failure_code: code }) =>
        code && (
          <code>
            <Wrapping text={code} />
          </code>
        ),
    ),
    ID,
    CREATED,
  ],
  transactions: (at) => [
    {
      name: 'Amount',
      width: AMOUNT_WIDTH,
      isRight: true,
      cell: (one) => {
        if (one.amount === null || !one.currency) return null;
        const money = { direction: one.direction, amount: one.amount, currency: one.currency };
        return rowLink(at, one, signedText(money), <SignedMoney of={money} />);
      },
    },
    plain('Direction', 90, ({ direction }) => labelOf(direction)),
    { name: 'Origin', width: 130, cell: ({ origin }) => <ObjectLink id={origin} place={at.place} /> },
    {
      name: 'Balance after',
      width: AMOUNT_WIDTH,
      isRight: true,
      isExtra: true,
      cell: ({ balance_after: balance, currency }) => moneyOf({ amount: balance, currency }),
    },
    { ...CREATED, name: 'Date' },
    ID,
  ],
  sources: (at) => [
    amount(at),
    status(112),
    plain('Method', 110, ({ method }) => labelOf(method)),
    plain('Payer', 110, ({ payer_name: name, email }) => name ?? email),
    payment(at.place, 120),
    ID,
    CREATED,
  ],
  chains: (at) => [
    named(at, 'ID', 190, ({ id }) => id),
    status(120),
    plain('Email', 200, ({ email }) => email),
    CREATED,
  ],
};

function everyOf({ every, period, days }: Pick<Listed<'schedules'>, 'every' | 'period' | 'days'>): string {
  return everyText({ every, period, days });
}

function plainColumns(at: At): readonly Column<Row>[] {
  return [named(at, 'ID', 190, ({ id }) => id), status(120), CREATED];
}

const CREATED: Column<Row> = { name: 'Created', width: TIME_WIDTH, cell: ({ at }) => <Time at={at} /> };
const ID: Column<Row> = plain('ID', 150, (one) => <IdCell id={one.id} />);
const PAGE_URL: Column<Pick<Listed<'links'>, 'page_url'>> = {
  name: 'Page',
  width: 108,
  cell: ({ page_url: url }) => (
    <span className="statuses">
      <Anchor size="sm" href={url} target="_blank" rel="noreferrer">
        Open ↗
      </Anchor>
      <Copy text={url} label="Copy URL" />
    </span>
  ),
};

/** The link that covers the row. */
function rowLink({ pageOf }: At, one: Row, label: string, text: ReactNode = label): JSX.Element {
  return (
    <Link to={pageOf(one)} className="row-link entry" aria-label={`${label}, ${one.id}`}>
      {text}
    </Link>
  );
}

function named<One extends Row>(
  at: At,
  name: string,
  width: number,
  textOf: (one: One) => string,
): Column<One> {
  return { name, width, cell: (one) => rowLink(at, one, textOf(one)) };
}

function plain<One>(name: string, width: number, cell: Column<One>['cell']): Column<One> {
  return { name, width, isExtra: true, cell };
}

function amount(at: At): Column<Row & WithMoney> {
  return {
    name: 'Amount',
    width: AMOUNT_WIDTH,
    isRight: true,
    cell: (one) => {
      if (one.amount === null || !one.currency) return rowLink(at, one, 'No amount', '–');
      const money = { amount: one.amount, currency: one.currency };
      return rowLink(at, one, moneyText(money), <Money {...money} />);
    },
  };
}

function status(width: number): Column<Row> {
  return {
    name: 'Status',
    width,
    cell: ({ status: state }) => (state && state !== 'unknown' ? <Status of={state} /> : '–'),
  };
}

function payment(place: Place, width: number): Column<Pick<Listed<'refunds'>, 'charge'>> {
  return plain('Payment', width, ({ charge }) => (charge ? <ObjectLink id={charge} place={place} /> : '–'));
}

function customer(place: Place, width: number): Column<Pick<Listed<'cards'>, 'customer'>> {
  return plain('Customer', width, ({ customer: id }) => (id ? <ObjectLink id={id} place={place} /> : '–'));
}

function order({ orderOf }: At, width: number): Column<Pick<Listed<'refunds'>, 'metadata'>> {
  return { name: 'Order', width, cell: ({ metadata }) => orderOf(metadata) };
}

function moneyOf({ amount: value, currency }: WithMoney): ReactNode {
  return value !== null && currency && <Money amount={value} currency={currency} />;
}
