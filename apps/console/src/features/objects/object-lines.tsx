import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { IdText } from '../../ui/id-text';

/** An object in a list: what it is, and where its page is. */
export interface ObjectLine {
  readonly id: string;
  readonly page: string;
  readonly title: string;
  /** Facts beyond the title: the status, or the amount. */
  readonly detail?: string;
}

interface ObjectLinesProps {
  readonly label: string;
  readonly lines: readonly ObjectLine[];
}

/** Objects, a line for each, with a heading. */
export function ObjectLines({ label, lines }: ObjectLinesProps): JSX.Element | null {
  if (lines.length === 0) return null;
  return (
    <section aria-label={label}>
      <Title order={2} mb={4}>
        {label}
      </Title>
      <ul className="related">
        {lines.map(({ id, page, title, detail }) => (
          <li key={id}>
            <Link to={page} aria-label={`${id}, ${title}`}>
              {title}
            </Link>
            <span className="related-facts">{detail}</span>
            <IdText id={id} />
          </li>
        ))}
      </ul>
    </section>
  );
}
