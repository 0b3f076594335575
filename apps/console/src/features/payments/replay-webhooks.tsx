import { Alert, Button, Group } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, useState, type JSX } from 'react';
import { loading } from '../../api/load';
import { FirstOpen } from '../../ui/first-open';

const ReplayDialogue = lazy(loading(() => import('./replay-dialogue')));

function useReplay(id: string): { readonly open: () => void; readonly dialogue: JSX.Element } {
  const [isOpen, setIsOpen] = useState(false);
  return {
    open: () => setIsOpen(true),
    dialogue: (
      <FirstOpen isOpen={isOpen}>
        {(isShown) => <ReplayDialogue id={id} isOpen={isShown} onClose={() => setIsOpen(false)} />}
      </FirstOpen>
    ),
  };
}

/** Opens the dialogue that sends the webhooks of a payment again. */
export function ReplayWebhooks({ id }: { readonly id: string }): JSX.Element {
  const { open, dialogue } = useReplay(id);
  return (
    <>
      <Button size="xs" variant="default" onClick={open} aria-haspopup="dialog">
        Replay webhooks…
      </Button>
      {dialogue}
    </>
  );
}

/** The next step after the import of a bundle, as long as the address names its file. */
export function Imported({ id }: { readonly id: string }): JSX.Element | null {
  const { imported }: { readonly imported?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { open, dialogue } = useReplay(id);
  if (imported === undefined) return null;
  const close = (): void =>
    void navigate({
      to: '.',
      search: ((now: object) => ({ ...now, imported: undefined })) as never,
      replace: true,
    });
  return (
    <Alert
      color="accent"
      py="xs"
      role="region"
      aria-label="Imported payment"
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={close}
    >
      <Group gap="sm">
        <span className="breaks">Imported from {imported}. Its webhooks can be sent to a shop again.</span>
        <Button size="xs" onClick={open}>
          Replay webhooks…
        </Button>
      </Group>
      {dialogue}
    </Alert>
  );
}
