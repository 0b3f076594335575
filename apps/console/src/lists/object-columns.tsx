import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import { pathIn, type Place } from '../app/place';
import { pageOfCard } from '../parts/kinds';
import { Copy } from '../ui/copy';
import { Money } from '../ui/money';
import { moneyText } from '../ui/money-text';
import { Status } from '../ui/status';
import { Relative, Time } from '../ui/time';
import { Wrapping } from '../ui/wrapping';
import { cardText, labelOf } from '../ui/words';
import { IdCell, ObjectLink, SignedMoney, signedText } from './cells';
import type { FoundObject } from './found-objects';
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
  const named = (name: string, width: string, textOf: (one: FoundObject) => string): Cell => ({
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
  const status = (width: string): Cell => ({
    name: 'Status',
    width,
    cell: ({ status: state }) => (state && state !== 'unknown' ? <Status of={state} /> : '–'),
  });
  const payment = (width: string): Cell => ({
    name: 'Payment',
    width,
    isExtra: true,
    cell: ({ charge }) => (charge ? <ObjectLink id={charge} place={place} /> : '–'),
  });
  const customer = (width: string): Cell => ({
    name: 'Customer',
    width,
    isExtra: true,
    cell: ({ customer: id }) => (id ? <ObjectLink id={id} place={place} /> : '–'),
  });
  const order = (width: string): Cell => ({
    name: 'Order',
    width,
    cell: ({ metadata }) => orderOf(metadata),
  });
  const plain = (name: string, width: string, cell: Cell['cell']): Cell => ({
    name,
    width,
    isExtra: true,
    cell,
  });
  const created: Cell = { name: 'Created', width: TIME_WIDTH, cell: ({ at }) => <Time at={at} /> };
  const id = (width: string): Cell => ({
    name: 'ID',
    width,
    isExtra: true,
    cell: (one) => <IdCell id={one.id} />,
  });
  const pageUrl = plain(
    'Page',
    '108px',
    ({ page_url: url }) =>
      url && (
        <span className="statuses">
          <Anchor size="sm" href={url} target="_blank" rel="noreferrer">
            Open ↗
          </Anchor>
          <Copy text={url} label="Copy URL" />
        </span>
      ),
  );
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
        named('Customer', '28%', ({ email, about: text, id: own }) => email ?? text ?? own),
        plain('Description', '18%', ({ email, about: text }) => (email ? text : '')),
        { name: 'Cards', width: '20%', cell: ({ cards }) => cards?.map(cardText).join(', ') || '–' },
        {
          name: 'Payments',
          width: '8%',
          isRight: true,
          isExtra: true,
          cell: ({ payments }) => payments?.toLocaleString('en'),
        },
        id('14%'),
        created,
      ];
    case 'cards':
      return [
        named('Card', '26%', (one) => `${type(one)} ${about(one).replace(/^(.*), (\d{4})$/, '•$2')}`),
        plain('Name', '24%', nameOf),
        customer('20%'),
        id('18%'),
        created,
      ];
    case 'tokens':
      return [
        named('Card', '24%', (one) => `${type(one)} ${about(one).replace(/^(.*), (\d{4})$/, '•$2')}`),
        plain('Name', '20%', nameOf),
        status('13%'),
        payment('16%'),
        id('15%'),
        created,
      ];
    case 'refunds':
      return [amount, payment('20%'), order('20%'), status('15%'), id('15%'), created];
    case 'disputes':
      return [
        amount,
        plain('Reason', '20%', type),
        status('12%'),
        payment('15%'),
        order('13%'),
        id('12%'),
        created,
      ];
    case 'links':
      return [
        named('Title', '26%', (one) => one.about ?? one.id),
        { ...amount, cell: moneyOf },
        status('14%'),
        pageUrl,
        id('16%'),
        created,
      ];
    case 'checkout_sessions':
      return [
        amount,
        status('12%'),
        { name: 'Order', width: '18%', cell: about },
        plain('Methods', '18%', methodsOf),
        pageUrl,
        payment('12%'),
        id('12%'),
        created,
      ];
    case 'schedules':
      return [
        amount,
        status('12%'),
        plain('Schedules', '14%', type),
        plain('For', '18%', ({ about: party }) => party && <ObjectLink id={party} place={place} />),
        order('14%'),
        id('14%'),
        created,
      ];
    case 'linked_accounts':
      return [
        named('Bank', '22%', type),
        status('14%'),
        plain('Account', '16%', ({ about: digits }) => (digits ? `•${digits}` : '–')),
        customer('18%'),
        id('18%'),
        created,
      ];
    case 'recipients':
      return [
        named('Name', '24%', about),
        status('12%'),
        plain('Type', '14%', type),
        plain('Email', '22%', ({ email }) => email),
        id('16%'),
        created,
      ];
    case 'transfers':
      return [
        amount,
        status('12%'),
        plain(
          'Recipient',
          '18%',
          ({ type: recipient }) => recipient && <ObjectLink id={recipient} place={place} />,
        ),
        plain('Sends', '12%', ({ due_at: at, status: state }) =>
          at && state === 'pending' ? <Relative at={at} /> : '–',
        ),
        plain(
          'Failure',
          '15%',
          ({ about: code }) =>
            code && (
              <code>
                <Wrapping text={code} />
              </code>
            ),
        ),
        id('15%'),
        created,
      ];
    case 'transactions':
      return [
        { ...amount, cell: signed },
        plain('Direction', '14%', ({ about: direction }) => direction && labelOf(direction)),
        {
          name: 'Origin',
          width: '22%',
          cell: ({ type: origin }) => origin && <ObjectLink id={origin} place={place} />,
        },
        { name: 'Balance after', width: AMOUNT_WIDTH, isRight: true, isExtra: true, cell: balanceAfter },
        { ...created, name: 'Date' },
        id('14%'),
      ];
    case 'sources':
      return [
        amount,
        status('12%'),
        plain('Method', '17%', type),
        plain('Payer', '16%', ({ about: name, email }) => name ?? email),
        payment('14%'),
        id('14%'),
        created,
      ];
    default:
      return [
        named('ID', '30%', ({ id: own }) => own),
        status('18%'),
        plain('Email', '30%', ({ email }) => email),
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
