import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { CheckIcon, CopyIcon } from '@primer/octicons-react';
import type { JSX } from 'react';

/** A button that copies a text, and says so. */
export function Copy({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }): JSX.Element {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : label}>
          <ActionIcon variant="subtle" color="gray" size={24} onClick={copy} aria-label={copied ? 'Copied' : label}>
            {copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
