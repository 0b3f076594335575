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
import type { FoundObject } from './found-objects';
import { pageOfCard } from './kinds';
import { AMOUNT_WIDTH, TIME_WIDTH, type Column } from './long-table';

type Cell = Column<FoundObject>;

/** The way to the first object of a kind, for an empty list. */
export const WHENCE: Readonly<Record<string, string>> = {
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

/** The columns of a list of objects. */
export function columnsOf(
  kind: string,
  place: Place,
  orderOf: (metadata: object) => string,
): readonly Cell[] {
  const page = ({ id, customer }: FoundObject): string =>
    kind === 'cards' && customer ? pageOfCard(id, customer, place) : pathIn(place, `/objects/${kind}/${id}`);
  /** The link that covers the row. */
  const rowLink = (one: FoundObject, text: ReactNode, label: string): JSX.Element => (
    <Link to={page(one)} className="row-link entry" aria-label={`${label}, ${one.id}`}>
      {text}
    </Link>
  );
  const named = (name: string, width: number, textOf: (one: FoundObject) => string): Cell => ({
    name,
    width,
    cell: (one) => rowLink(one, textOf(one), textOf(one)),
  });
  const amount: Cell = {
    name: 'Amount',
    width: AMOUNT_WIDTH,
    isRight: true,
    cell: (one) => {
      if (one.amount === null || !one.currency) return rowLink(one, '–', 'No amount');
      const money = { amount: one.amount, currency: one.currency };
      return rowLink(one, <Money {...money} />, moneyText(money));
    },
  };
  const status = (width: number): Cell => ({
    name: 'Status',
    width,
    cell: ({ status: state }) => (state && state !== 'unknown' ? <Status of={state} /> : '–'),
  });
  const payment = (width: number): Cell => ({
    name: 'Payment',
    width,
    isExtra: true,
    cell: ({ charge }) => (charge ? <ObjectLink id={charge} place={place} /> : '–'),
  });
  const customer = (width: number): Cell => ({
    name: 'Customer',
    width,
    isExtra: true,
    cell: ({ customer: id }) => (id ? <ObjectLink id={id} place={place} /> : '–'),
  });
  const order = (width: number): Cell => ({
    name: 'Order',
    width,
    cell: ({ metadata }) => orderOf(metadata),
  });
  const plain = (name: string, width: number, cell: Cell['cell']): Cell => ({
    name,
    width,
    isExtra: true,
    cell,
  });
  const created: Cell = { name: 'Created', width: TIME_WIDTH, cell: ({ at }) => <Time at={at} /> };
  const id = plain('ID', 150, (one) => <IdCell id={one.id} />);
  const pageUrl: Cell = {
    name: 'Page',
    width: 108,
    cell: ({ page_url: url }) =>
      url && (
        <span className="statuses">
          <Anchor size="sm" href={url} target="_blank" rel="noreferrer">
            Open ↗
          </Anchor>
          <Copy text={url} label="Copy URL" />
        </span>
      ),
  };
  const type = ({ type: word }: FoundObject): string => (word ? labelOf(word) : '–');
  const about = ({ about: text }: FoundObject): string => text ?? '–';

  const signed = (one: FoundObject): ReactNode => {
    if (one.amount === null || !one.currency) return null;
    const money = { direction: one.about, amount: one.amount, currency: one.currency };
    return rowLink(one, <SignedMoney of={money} />, signedText(money));
  };

  switch (kind) {
    case 'customers':
      return [
        named('Customer', 170, ({ email, about: text, id: own }) => email ?? text ?? own),
        plain('Description', 120, ({ email, about: text }) => (email ? text : '')),
        { name: 'Cards', width: 130, cell: ({ cards }) => cards?.map(cardText).join(', ') || '–' },
        {
          name: 'Payments',
          width: 88,
          isRight: true,
          isExtra: true,
          cell: ({ payments }) => payments?.toLocaleString('en'),
        },
        id,
        created,
      ];
    case 'cards':
      return [
        named('Card', 150, (one) => `${type(one)} ${about(one).replace(/^(.*), (\d{4})$/, '•$2')}`),
        plain('Name', 130, nameOf),
        customer(120),
        id,
        created,
      ];
    case 'tokens':
      return [
        named('Card', 140, (one) => `${type(one)} ${about(one).replace(/^(.*), (\d{4})$/, '•$2')}`),
        plain('Name', 120, nameOf),
        status(112),
        payment(120),
        id,
        created,
      ];
    case 'refunds':
      return [amount, payment(120), order(100), status(112), id, created];
    case 'disputes':
      return [amount, plain('Reason', 110, type), status(100), payment(120), order(70), id, created];
    case 'links':
      return [
        named('Title', 150, (one) => one.about ?? one.id),
        { ...amount, cell: moneyOf },
        status(100),
        pageUrl,
        id,
        created,
      ];
    case 'checkout_sessions':
      return [
        amount,
        status(104),
        { name: 'Order', width: 76, cell: about },
        plain('Methods', 90, methodsOf),
        pageUrl,
        payment(116),
        id,
        created,
      ];
    case 'schedules':
      return [
        amount,
        status(100),
        plain('Schedules', 100, type),
        plain('For', 120, ({ about: party }) => party && <ObjectLink id={party} place={place} />),
        order(80),
        id,
        created,
      ];
    case 'linked_accounts':
      return [
        named('Bank', 150, type),
        status(112),
        plain('Account', 90, ({ about: digits }) => (digits ? `•${digits}` : '–')),
        customer(120),
        id,
        created,
      ];
    case 'recipients':
      return [
        named('Name', 160, about),
        status(100),
        plain('Type', 100, type),
        plain('Email', 160, ({ email }) => email),
        id,
        created,
      ];
    case 'transfers':
      return [
        amount,
        status(100),
        plain(
          'Recipient',
          120,
          ({ type: recipient }) => recipient && <ObjectLink id={recipient} place={place} />,
        ),
        plain('Sends', 88, ({ due_at: at, status: state }) =>
          at && state === 'pending' ? <Relative at={at} /> : '–',
        ),
        plain(
          'Failure',
          110,
          ({ about: code }) =>
            code && (
              <code>
                <Wrapping text={code} />
              </code>
            ),
        ),
        id,
        created,
      ];
    case 'transactions':
      return [
        { ...amount, cell: signed },
        plain('Direction', 90, ({ about: direction }) => direction && labelOf(direction)),
        {
          name: 'Origin',
          width: 130,
          cell: ({ type: origin }) => origin && <ObjectLink id={origin} place={place} />,
        },
        { name: 'Balance after', width: AMOUNT_WIDTH, isRight: true, isExtra: true, cell: balanceAfter },
        { ...created, name: 'Date' },
        id,
      ];
    case 'sources':
      return [
        amount,
        status(112),
        plain('Method', 110, type),
        plain('Payer', 110, ({ about: name, email }) => name ?? email),
        payment(120),
        id,
        created,
      ];
    default:
      return [
        named('ID', 190, ({ id: own }) => own),
        status(120),
        plain('Email', 200, ({ email }) => email),
        created,
      ];
  }
}

function balanceAfter({ balance_after: amount, currency }: FoundObject): ReactNode {
  return amount !== null && currency && <Money amount={amount} currency={currency} />;
}

function moneyOf({ amount, currency }: FoundObject): ReactNode {
  return amount !== null && currency && <Money amount={amount} currency={currency} />;
}

/** The name on a card, whose text ends with its digits. */
function nameOf({ about }: FoundObject): string {
  return about?.replace(/, \d{4}$/, '') ?? '–';
}

function methodsOf({ type }: FoundObject): string {
  return type?.split(', ').map(labelOf).join(', ') ?? '–';
}
