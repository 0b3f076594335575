let isSecond = false;
addEventListener('click', ({ detail }) => void (isSecond = detail > 1), { capture: true });
addEventListener('keydown', () => void (isSecond = false), { capture: true });

/** True after the second click of a double click, until something else is pressed. */
export function isDoubleClick(): boolean {
  return isSecond;
}
