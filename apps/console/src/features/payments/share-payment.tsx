import { Button } from '@mantine/core';
import { lazy, useState, type JSX } from 'react';
import { loading } from '../../api/load';
import { FirstOpen } from '../../ui/first-open';

const ShareDialogue = lazy(loading(() => import('./share-dialogue')));

interface ShareProps {
  readonly id: string;
  readonly metadata: object;
}

/** Opens the ways to hand a payment to a colleague. */
export function SharePayment({ id, metadata }: ShareProps): JSX.Element {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setIsOpen(true)} aria-haspopup="dialog">
        Share
      </Button>
      <FirstOpen isOpen={isOpen}>
        {(isShown) => (
          <ShareDialogue isOpen={isShown} onClose={() => setIsOpen(false)} id={id} metadata={metadata} />
        )}
      </FirstOpen>
    </>
  );
}
