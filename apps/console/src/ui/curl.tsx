import { ActionIcon } from '@mantine/core';
import { TerminalIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, type JSX } from 'react';
import { SESSION } from '../api/client';
import { curlOf, openingOf, type ControlCall } from '../api/curl';
import { FirstPress } from './first-press';

const Command = lazy(() => import('./command'));

/** The command that makes this call, with the token or the key as a variable. */
export function useCurl(): (call: ControlCall) => string {
  const session = useQuery(SESSION);
  return (call) => curlOf(call, session.data ? openingOf(session.data) : 'none');
}

/** Shows a call as a command, to copy. */
export function CurlButton({ call }: { readonly call: ControlCall }): JSX.Element {
  const command = useCurl()(call);
  const button = (
    <ActionIcon variant="subtle" color="gray" size={26} aria-label="Copy as cURL" title="Copy as cURL">
      <TerminalIcon size={14} />
    </ActionIcon>
  );
  return (
    <FirstPress target={button} popup="dialog">
      {(target) => <Command target={target} command={command} />}
    </FirstPress>
  );
}
