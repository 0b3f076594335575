import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { Copy } from '../ui/copy';
import { IdLink } from '../ui/id-link';
import { IdText } from '../ui/id-text';
import { moneyText } from '../ui/money-text';
import type { Place } from '../ui/place';
import { pageOf } from './kinds';

/** An id, and a button that copies it when the pointer or the focus is on the row. */
export function IdCell({ id }: { readonly id: string }): JSX.Element {
  return (
    <span className="copied-id">
      <IdText id={id} />
      <Copy text={id} label="Copy ID" />
    </span>
  );
}

interface ObjectLinkProps {
  readonly id: string | undefined;
  readonly place: Place;
  /** Instead of the id. */
  readonly text?: string;
}

/** A link to the page of an object. The id alone for an object without a page. */
export function ObjectLink({ id, place, text }: ObjectLinkProps): JSX.Element | null {
  if (id === undefined) return null;
  const page = pageOf(id, place);
  if (page === undefined) return <IdText id={id} />;
  if (!text) return <IdLink id={id} to={page} />;
  return (
    <Link to={page} title={id}>
      {text}
    </Link>
  );
}

interface Signed {
  readonly direction: string | null;
  readonly amount: number;
  readonly currency: string;
}

/** `+THB 1,441.75` for a credit, `−THB 250.00` for a debit. */
export function signedText({ direction, ...money }: Signed): string {
  return `${direction === 'debit' ? '−' : '+'}${moneyText(money)}`;
}

/** A credit is green. */
export function SignedMoney({ of }: { readonly of: Signed }): JSX.Element {
  return (
    <span className="amount tone toned" data-tone={of.direction === 'credit' ? 'good' : 'neutral'}>
      {signedText(of)}
    </span>
  );
}
