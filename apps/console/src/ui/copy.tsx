import { ActionIcon } from '@mantine/core';
import { CheckIcon, CopyIcon } from '@primer/octicons-react';
import type { JSX } from 'react';
import { useCopy } from './copy-text';

/** A button that copies a text, and says so. */
export function Copy({
  text,
  label = 'Copy',
}: {
  readonly text: string;
  readonly label?: string;
}): JSX.Element {
  const { isCopied, copy } = useCopy();
  const shown = isCopied ? 'Copied' : label;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      onClick={() => copy(text)}
      aria-label={shown}
      title={shown}
    >
      {isCopied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
    </ActionIcon>
  );
}
