import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import { Copy } from '../ui/copy';
import { Money } from '../ui/money';
import { moneyText } from '../ui/money-text';
import { pathIn } from '../ui/place';
import { Status } from '../ui/status';
import { Relative, Time } from '../ui/time';
import { cardText, labelOf } from '../ui/words';
import { ObjectLink, SignedMoney, signedText } from './cells';
import {
  codeColumn,
  idColumn,
  moneyColumn,
  sumOf,
  textColumn,
  timeColumn,
  type At,
  type Column,
} from './column';
import type { Listed } from './listed-objects';
import { pageOfCard, type ListName } from './kinds';
import { everyText } from './schedule-words';

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
type Columns<K extends ListName> = (at: At) => readonly Column<Listed<K>>[];

/** The columns of a list of objects. */
export function columnsOf<K extends ListName>(kind: K): Columns<K> {
  return COLUMNS[kind] ?? ((at) => [named(at, kind, 'ID', 200, ({ id }) => id), status(120), created(at)]);
}

/** The columns of kinds that show more than their status. */
const COLUMNS: { readonly [K in ListName]?: Columns<K> } = {
  customers: (at) => [
    named(at, 'customers', 'Customer', 340, ({ email, description, id: own }) => email ?? description ?? own),
    textColumn('Description', 128, ({ email, description }) => (email ? description : ''), { rank: 2 }),
    textColumn('Cards', 136, ({ cards }) => cards.map(cardText).join(', '), { rank: 4, card: 3 }),
    textColumn('Payments', 92, ({ payments }) => payments.toLocaleString('en'), {
      rank: 3,
      card: 2,
      isRight: true,
    }),
    idColumn(),
    created(at),
  ],
  cards: (at) => [
    {
      ...textColumn('Card', 152, (one) => cardText(one), { card: 1 }),
      cell: (one) => rowLink(pageOfCard(one.id, one.customer ?? '', at.place), one, cardText(one)),
    },
    textColumn('Name', 152, ({ name }) => name, { rank: 2, card: 3 }),
    linked(at, 'Customer', ({ customer }) => customer),
    idColumn(),
    created(at),
  ],
  tokens: (at) => [
    named(at, 'tokens', 'Card', 152, (one) => cardText(one)),
    textColumn('Name', 152, ({ name }) => name, { rank: 2, card: 3 }),
    status(112),
    linked(at, 'Payment', ({ charge }) => charge),
    idColumn(),
    created(at),
  ],
  refunds: (at) => [
    amount(at, 'refunds'),
    linked(at, 'Payment', ({ charge }) => charge),
    order(at),
    status(112),
    idColumn(),
    created(at),
  ],
  disputes: (at) => [
    amount(at, 'disputes'),
    textColumn('Reason', 168, ({ reason_code: reason }) => labelOf(reason), { rank: 2 }),
    status(112),
    linked(at, 'Payment', ({ charge }) => charge),
    order(at),
    idColumn(),
    created(at),
  ],
  links: (at) => [
    named(at, 'links', 'Title', 260, ({ title, id }) => title || id),
    moneyColumn('Amount', sumOf, { card: 3 }),
    status(104),
    PAGE_URL,
    idColumn(),
    created(at),
  ],
  checkout_sessions: (at) => [
    amount(at, 'checkout_sessions'),
    status(112),
    textColumn(
      'Order',
      136,
      ({ order: number, description }) => [number, description].filter(Boolean).join(', '),
      { rank: 5, card: 3 },
    ),
    textColumn('Methods', 152, ({ methods }) => methods.map(labelOf).join(', '), { rank: 2 }),
    PAGE_URL,
    linked(at, 'Payment', ({ charge }) => charge),
    idColumn(),
    created(at),
  ],
  schedules: (at) => [
    named(at, 'schedules', 'Plan', 240, ({ description, ...one }) => description ?? everyText(one)),
    {
      ...textColumn('For', 240, ({ party, party_name: name }) => name ?? party, { rank: 5 }),
      cell: ({ party, party_name: name }) => <ObjectLink id={party} place={at.place} text={name} />,
    },
    moneyColumn('Amount', sumOf, { card: 3 }),
    textColumn('Every', 260, everyText, { rank: 2 }),
    {
      ...textColumn('Next run', 112, ({ next_at: next }) => next, { rank: 4, card: 4 }),
      cell: ({ next_at: next }) => next && <Relative at={next} />,
    },
    {
      ...textColumn('Last run', 216, ({ last_run: run }) => run && `${labelOf(run.status)} ${run.at}`, {
        rank: 3,
      }),
      cell: ({ last_run: run }) =>
        run && (
          <span className="statuses">
            <Status of={run.status} /> <Time at={run.at} />
          </span>
        ),
    },
    status(104),
    order(at),
    idColumn(),
  ],
  linked_accounts: (at) => [
    named(at, 'linked_accounts', 'Bank', 168, ({ bank }) => labelOf(bank)),
    status(112),
    textColumn('Account', 96, ({ last_digits: digits }) => digits && `•${digits}`, { rank: 4, card: 3 }),
    linked(at, 'Customer', ({ customer }) => customer),
    idColumn(),
    created(at),
  ],
  recipients: (at) => [
    named(at, 'recipients', 'Name', 240, ({ name }) => name),
    status(112),
    textColumn('Type', 104, ({ recipient_type: type }) => labelOf(type), { rank: 2 }),
    textColumn('Email', 260, ({ email }) => email, { rank: 3, card: 3 }),
    idColumn(),
    created(at),
  ],
  transfers: (at) => [
    amount(at, 'transfers'),
    status(112),
    linked(at, 'Recipient', ({ recipient }) => recipient),
    {
      ...textColumn('Sends', 104, ({ due_at: due, status: state }) => (state === 'pending' ? due : ''), {
        rank: 4,
        card: 3,
      }),
      cell: ({ due_at: due, status: state }) => due && state === 'pending' && <Relative at={due} />,
    },
    codeColumn('Failure', 168, ({ failure_code: code }) => code, { rank: 2 }),
    idColumn(),
    created(at),
  ],
  transactions: (at) => [
    moneyColumn('Amount', sumOf, {
      card: 1,
      cell: (one) => {
        const money = sumOf(one);
        if (!money) return null;
        const signed = { direction: one.direction, ...money };
        return rowLink(pageIn(at, 'transactions', one), one, signedText(signed), <SignedMoney of={signed} />);
      },
    }),
    textColumn('Direction', 104, ({ direction }) => labelOf(direction)),
    linked(at, 'Origin', ({ origin }) => origin, { card: 3 }),
    moneyColumn(
      'Balance after',
      ({ balance_after: balance, currency }) => sumOf({ amount: balance, currency }),
      { rank: 3 },
    ),
    timeColumn('Date', at, ({ at: happened }) => happened),
    idColumn(),
  ],
  sources: (at) => [
    amount(at, 'sources'),
    status(112),
    textColumn('Method', 172, ({ method }) => labelOf(method), { rank: 4, card: 3 }),
    textColumn('Payer', 152, ({ payer_name: name, email }) => name ?? email, { rank: 2 }),
    linked(at, 'Payment', ({ charge }) => charge),
    idColumn(),
    created(at),
  ],
  chains: (at) => [
    named(at, 'chains', 'ID', 232, ({ id }) => id),
    status(120),
    textColumn('Email', 260, ({ email }) => email, { rank: 1, card: 3 }),
    created(at),
  ],
};

const PAGE_URL: Column<Pick<Listed<'links'>, 'page_url'>> = {
  name: 'Page',
  width: 108,
  rank: 3,
  text: ({ page_url: url }) => url,
  cell: ({ page_url: url }) => (
    <span className="statuses">
      <Anchor size="sm" href={url} target="_blank" rel="noreferrer">
        Open ↗
      </Anchor>
      <Copy text={url} label="Copy URL" />
    </span>
  ),
};

function created(at: At): Column<Row> {
  return timeColumn('Created', at, ({ at: made }) => made);
}

function pageIn({ place }: At, kind: ListName, { id }: Row): string {
  return pathIn(place, `/objects/${kind}/${id}`);
}

/** The link that covers the row. */
function rowLink(to: string, { id }: Row, label: string, text: ReactNode = label): JSX.Element {
  return (
    <Link to={to} className="row-link entry" aria-label={`${label}, ${id}`}>
      {text}
    </Link>
  );
}

function named<One extends Row>(
  at: At,
  kind: ListName,
  name: string,
  width: number,
  textOf: (one: One) => string,
): Column<One> {
  return {
    ...textColumn(name, width, textOf, { card: 1 }),
    cell: (one) => rowLink(pageIn(at, kind, one), one, textOf(one)),
  };
}

function amount(at: At, kind: ListName): Column<Row & WithMoney> {
  return moneyColumn('Amount', sumOf, {
    card: 1,
    cell: (one) => {
      const sum = sumOf(one);
      const to = pageIn(at, kind, one);
      return sum ? rowLink(to, one, moneyText(sum), <Money {...sum} />) : rowLink(to, one, 'No amount', '–');
    },
  });
}

function status(width: number): Column<Row> {
  return {
    ...textColumn(
      'Status',
      width,
      ({ status: state }) => (state && state !== 'unknown' ? labelOf(state) : ''),
      {
        card: 2,
      },
    ),
    cell: ({ status: state }) => state && state !== 'unknown' && <Status of={state} />,
  };
}

/** A column of links to other objects. */
function linked<One>(
  { place }: At,
  name: string,
  idOf: (one: One) => string | null | undefined,
  look: { readonly card?: 3 } = {},
): Column<One> {
  return {
    ...textColumn(name, 136, idOf, { rank: 3, ...look }),
    cell: (one) => <ObjectLink id={idOf(one) ?? undefined} place={place} />,
  };
}

function order({ orderOf }: At): Column<Pick<Listed<'refunds'>, 'metadata'>> {
  return textColumn('Order', 104, ({ metadata }) => orderOf(metadata), { rank: 5, card: 3 });
}
