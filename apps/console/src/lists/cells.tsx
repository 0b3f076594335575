import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { pathIn, type Place } from '../app/place';
import { pageOf } from '../parts/kinds';
import { Copy } from '../ui/copy';
import { IdLink } from '../ui/id-link';
import { IdText } from '../ui/id-text';

/** An id, and a button that copies it when the pointer or the focus is on the row. */
export function IdCell({ id }: { readonly id: string }): JSX.Element {
  return (
    <span className="copied-id">
      <IdText id={id} />
      <Copy text={id} label="Copy ID" />
    </span>
  );
}

/** A link to the page of an object, shown by its order or another text if there is one. */
export function ObjectLink({ id, place, text }: { readonly id: string; readonly place: Place; readonly text?: string }): JSX.Element {
  const page = pageOf(id, place) ?? pathIn(place);
  if (!text) return <IdLink id={id} to={page} />;
  return (
    <Link to={page} title={id}>
      {text}
    </Link>
  );
}
