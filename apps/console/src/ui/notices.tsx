import { CloseButton, Portal } from '@mantine/core';
import { useEffect, useState, type JSX } from 'react';
import { closeNotice, useNotices, type Notice } from './notify';

/** Further ones wait until one of these is closed. */
const MOST_SHOWN = 4;

/** Shows notifications. They stay while the pointer is above one of their buttons, until it is pressed. */
export function Notices(): JSX.Element {
  const [isHeld, setIsHeld] = useState(false);
  const notices = useNotices();
  const release = (): void => setIsHeld(false);
  return (
    <Portal>
      <div className="notices" onMouseEnter={() => setIsHeld(true)} onMouseLeave={release} onClick={release}>
        {notices.slice(0, MOST_SHOWN).map((notice) => (
          <Card key={notice.id} notice={notice} isHeld={isHeld} />
        ))}
      </div>
    </Portal>
  );
}

function Card({
  notice: { id, role, message, ms },
  isHeld,
}: {
  readonly notice: Notice;
  readonly isHeld: boolean;
}): JSX.Element {
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => closeNotice(id), ms);
    return () => clearTimeout(timer);
  }, [id, ms, isHeld]);
  return (
    <div className="notice" role={role}>
      <div>{message}</div>
      <CloseButton size="sm" aria-label="Dismiss" onClick={() => closeNotice(id)} />
    </div>
  );
}
