import { Button, Text, type ButtonProps } from '@mantine/core';
import type { JSX } from 'react';
import { copyText } from '../../ui/copy-text';
import { notifyDone, notifyFailed } from '../../ui/notify';
import { invitationText, isLoopback, type Invited } from './invitation-text';

interface CopyInvitationProps extends ButtonProps {
  readonly sandbox: Invited;
  readonly autoFocus?: boolean;
}

/** Copies what a colleague needs to use the sandbox, with its test keys. */
export function CopyInvitation({ sandbox, ...button }: CopyInvitationProps): JSX.Element {
  const copy = (): void =>
    void copyText(invitationText(sandbox)).then(
      () => notifyDone(`Invitation to "${sandbox.name}" copied`),
      (error: unknown) => notifyFailed('Copy invitation', error),
    );
  return (
    <Button size="xs" variant="default" onClick={copy} {...button}>
      Copy invitation
    </Button>
  );
}

/** Says that the addresses of an invitation are of use on this machine alone. */
export function LoopbackWarning({ sandbox }: { readonly sandbox: Invited }): JSX.Element | null {
  const isLocal = [...Object.values(sandbox.urls), sandbox.console_url].some(isLoopback);
  if (!isLocal) return null;
  return (
    <Text size="xs" className="tone" data-tone="waiting" c="var(--tone)">
      The addresses of an invitation open on this machine only. Set BASE_URL, VAULT_URL, PAY_URL and
      CONTROL_URL to addresses that colleagues can reach.
    </Text>
  );
}
