import { ActionIcon, Button, Popover, Text, Tooltip } from '@mantine/core';
import { TerminalIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { SESSION } from '../api/client';
import { curlOf, openingOf, type ControlCall } from '../api/curl';
import { useCopy } from './copy-text';

/** The command that makes this call, with the token or the key as a variable. */
export function useCurl(): (call: ControlCall) => string {
  const session = useQuery(SESSION);
  return (call) => curlOf(call, session.data ? openingOf(session.data) : 'none');
}

/** Shows a call as a command, to copy. */
export function CurlButton({ call }: { readonly call: ControlCall }): JSX.Element {
  const command = useCurl()(call);
  const { isCopied, copy } = useCopy(command);
  return (
    <Popover width={420} withArrow trapFocus>
      <Popover.Target>
        <Tooltip label="Copy as cURL">
          <ActionIcon variant="subtle" color="gray" size={26} aria-label="Copy as cURL">
            <TerminalIcon size={14} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <Text ff="monospace" fz="xs" className="breaks">
          {command}
        </Text>
        <Button size="compact-xs" mt="xs" variant="light" onClick={copy}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
