import {
  cloneElement,
  Suspense,
  useEffect,
  useRef,
  useState,
  type JSX,
  type MouseEventHandler,
  type ReactElement,
  type Ref,
} from 'react';

export type PopupTarget = ReactElement<{
  readonly onClick?: MouseEventHandler;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly 'aria-haspopup'?: 'menu' | 'dialog';
}>;

interface FirstPressProps {
  /** The button. */
  readonly target: PopupTarget;
  readonly popup: 'menu' | 'dialog';
  /** The same button with its popup, from a lazy component. */
  readonly children: (target: PopupTarget) => ReactElement;
}

/** A button whose popup is loaded when the button is first pressed. */
export function FirstPress({ target, popup, children }: FirstPressProps): JSX.Element {
  const [isPressed, setIsPressed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const alone = cloneElement(target, { onClick: () => setIsPressed(true), 'aria-haspopup': popup });
  if (!isPressed) return alone;
  return (
    <Suspense fallback={alone}>
      {children(cloneElement(target, { ref: button }))}
      <Loaded press={() => pressed(button.current)} />
    </Suspense>
  );
}

/** Opens the popup, which returns the focus to its button when it closes. */
function pressed(button: HTMLButtonElement | null): void {
  button?.focus();
  button?.click();
}

function Loaded({ press }: { readonly press: () => void }): null {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  useEffect(press, []);
  return null;
}
