import { Fragment, type JSX } from 'react';

/** A code or a path, which wraps after `_` and `/`. */
export function Wrapping({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      {text.split(/(?<=[_/])/).map((part, index) => (
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </>
  );
}
