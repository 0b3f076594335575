import { ActionIcon } from '@mantine/core';
import { TerminalIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, type JSX, type MouseEvent, type ReactNode } from 'react';
import { SESSION } from '../api/client';
import { curlOf, openingOf, type ControlCall } from '../api/curl';
import { loading } from '../api/load';
import { copyText } from './copy-text';
import { FirstPress } from './first-press';
import { notifyDone, notifyFailed } from './notify';

const Command = lazy(loading(() => import('./command')));

/** The command that makes this call, with the token or the key as a variable. */
export function useCurl(): (call: ControlCall) => string {
  const session = useQuery(SESSION);
  return (call) => curlOf(call, session.data ? openingOf(session.data) : 'none');
}

/** Copies the call as a command, and says so. */
export function useCopyCurl(): (call: ControlCall) => void {
  const curl = useCurl();
  return (call) => {
    copyText(curl(call)).then(
      () => notifyDone('Command copied'),
      (error: unknown) => notifyFailed('Copy command', error),
    );
  };
}

interface WithCurlProps {
  /** The call of the control. */
  readonly call: ControlCall;
  readonly children: ReactNode;
}

/**
 * A control, and its call as a command: by an icon while the pointer or the focus is on it, and by a click
 * with Shift.
 */
export function WithCurl({ call, children }: WithCurlProps): JSX.Element {
  const copyCurl = useCopyCurl();
  const onClickCapture = (event: MouseEvent): void => {
    if (!event.shiftKey || !(event.target instanceof Element) || !event.target.closest(PRESSED)) return;
    event.preventDefault();
    event.stopPropagation();
    copyCurl(call);
  };
  return (
    <span className="with-curl" onClickCapture={onClickCapture}>
      {children}
      <CurlButton call={call} />
    </span>
  );
}

/** Elements that a click presses. Shift selects text in fields. */
const PRESSED = 'button, label, [type=checkbox]';

/** Shows a call as a command, to copy. */
function CurlButton({ call }: { readonly call: ControlCall }): JSX.Element {
  const command = useCurl()(call);
  const button = (
    <ActionIcon
      className="curl"
      variant="default"
      size={24}
      aria-label="Copy as cURL"
      title="Copy as cURL (Shift-click)"
    >
      <TerminalIcon size={12} />
    </ActionIcon>
  );
  return (
    <FirstPress target={button} popup="dialog">
      {(target) => <Command target={target} command={command} />}
    </FirstPress>
  );
}
