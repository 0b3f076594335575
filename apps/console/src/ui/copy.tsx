import { ActionIcon } from '@mantine/core';
import { CheckIcon, CopyIcon } from '@primer/octicons-react';
import type { JSX } from 'react';
import { useCopy } from './copy-text';
import { useKeys } from './keys';

interface CopyProps {
  readonly text: string;
  readonly label?: string;
  /** Adds the shortcut `y`. */
  readonly hasKey?: boolean;
}

/** A button that copies a text, and says so. */
export function Copy({ text, label = 'Copy', hasKey }: CopyProps): JSX.Element {
  const { isCopied, copy } = useCopy();
  useKeys(hasKey ? { y: () => copy(text) } : {});
  const shown = isCopied ? 'Copied' : label;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      onClick={() => copy(text)}
      aria-label={shown}
      title={shown}
      aria-keyshortcuts={hasKey ? 'y' : undefined}
    >
      {isCopied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
    </ActionIcon>
  );
}
