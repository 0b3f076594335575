import { Button, type ButtonProps } from '@mantine/core';
import type { JSX } from 'react';
import { copyText } from '../../ui/copy-text';
import { notifyDone, notifyFailed } from '../../ui/notify';
import { invitationText, type Invited } from './invitation-text';

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
