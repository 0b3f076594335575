import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { pathIn, usePlace } from './place';

interface OtherModeProps {
  readonly count: number;
  /** The items: "held webhook". */
  readonly noun: string;
  /** The page, below the sandbox and its mode. */
  readonly page: string;
}

/** Says how many of the same items the other mode has. */
export function OtherMode({ count, noun, page }: OtherModeProps): JSX.Element | null {
  const place = usePlace();
  const mode = place.mode === 'live' ? 'test' : 'live';
  if (count === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {`${count} ${noun}${count === 1 ? '' : 's'} in `}
      <Link to={pathIn({ ...place, mode }, page)}>{mode} mode</Link>
    </Text>
  );
}
