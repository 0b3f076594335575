import type { JSX, ReactNode } from 'react';

/** A form whose button has `type="submit"`: Enter in a field presses the button, and the page stays. */
export function Form({ children }: { readonly children: ReactNode }): JSX.Element {
  return <form onSubmit={(event) => event.preventDefault()}>{children}</form>;
}
