import { Button, Code, CopyButton, Stack } from '@mantine/core';
import type { JSX } from 'react';

/** Whatever it is, as text: nothing of it is ever markup. */
export function Json({ of, label }: { readonly of: unknown; readonly label: string }): JSX.Element {
  return (
    <Code block className="scrolls breaks" tabIndex={0} role="region" aria-label={label}>
      {typeof of === 'string' ? of : JSON.stringify(of, null, 2)}
    </Code>
  );
}

/** The same with a button that copies it. */
export function Copied({ of, label }: { readonly of: string; readonly label: string }): JSX.Element {
  return (
    <Stack gap="xs" align="flex-start">
      <CopyButton value={of}>
        {({ copied, copy }) => (
          <Button size="compact-xs" variant="light" onClick={copy}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
      <Code block className="scrolls breaks" w="100%" tabIndex={0} role="region" aria-label={label}>
        {of}
      </Code>
    </Stack>
  );
}
