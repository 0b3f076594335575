import { CloseButton, Portal } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, type JSX } from 'react';
import { useKeys } from './keys';
import { closeNotice, useNotices, type Notice } from './notify';

/** Time after the pointer or the focus has left. */
const LEFT_MS = 2_000;

let pointer = { x: -1, y: -1 };
addEventListener('pointermove', ({ clientX: x, clientY: y, pointerType }) => {
  // A finger that is lifted is above nothing.
  if (pointerType !== 'touch') pointer = { x, y };
});

/** Shows notifications. They stay while the pointer is above them, or the focus within. */
export function Notices(): JSX.Element {
  const notices = useNotices();
  const box = useRef<HTMLDivElement>(null);
  useKeys({ n: () => box.current?.querySelector<HTMLElement>('.notice:last-child button')?.focus() });
  const isHeld = (): boolean => {
    if (!box.current) return false;
    const { left, right, top, bottom } = box.current.getBoundingClientRect();
    const { x, y } = pointer;
    return box.current.matches(':focus-within') || (x >= left && x <= right && y >= top && y <= bottom);
  };
  return (
    <Portal>
      <div className="notices" ref={box}>
        {notices.map((notice) => (
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
  readonly isHeld: () => boolean;
}): JSX.Element {
  const closeOr = useEffectEvent((wait: () => void) => (isHeld() ? wait() : closeNotice(id)));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (after: number): void => {
      timer = setTimeout(() => closeOr(() => wait(LEFT_MS)), after);
    };
    wait(ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return (
    <div className="notice" role={role}>
      <div>{message}</div>
      <CloseButton size="sm" aria-label="Dismiss" onClick={() => closeNotice(id)} />
    </div>
  );
}
