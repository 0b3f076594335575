import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { IdText } from './id-text';

interface IdLinkProps {
  readonly id: string;
  readonly to: string;
  readonly className?: string;
}

/** A link whose text is an id, shortened by sight alone. */
export function IdLink({ id, to, className }: IdLinkProps): JSX.Element {
  return (
    <Link to={to} className={className} aria-label={id}>
      <IdText id={id} />
    </Link>
  );
}
