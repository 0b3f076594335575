import './json.css';
import { Button, Code } from '@mantine/core';
import { useState, type JSX, type ReactNode } from 'react';
import { Copy } from './copy';

/** A nested value of so many characters is open. */
const SMALL = 160;
/** Items of a list that are shown at first. */
const SHOWN_ITEMS = 100;

interface JsonProps {
  readonly of: unknown;
  /** Shown above it. */
  readonly label: string;
  /** True to show the top level closed. */
  readonly isFolded?: boolean;
  /** Beside the button that copies it. */
  readonly children?: ReactNode;
}

/** A value as a tree of JSON, or a text as it is, with a button that copies it. None of it becomes markup. */
export function Json({ of, label, isFolded = false, children }: JsonProps): JSX.Element {
  const text = typeof of === 'string' ? of : JSON.stringify(of, null, 2);
  return (
    <figure className="code">
      <figcaption>
        {label}
        <span className="code-tools">
          {children}
          <Copy text={text} label={`Copy: ${label}`} />
        </span>
      </figcaption>
      {isBranch(of) ? (
        <div className="json scrolls breaks" tabIndex={0} role="region" aria-label={label}>
          <Branch of={of} isOpen={!isFolded} />
        </div>
      ) : (
        <Code block className="scrolls breaks" tabIndex={0} role="region" aria-label={label}>
          {text}
        </Code>
      )}
    </figure>
  );
}

interface NodeProps {
  readonly name?: string | undefined;
  readonly of: unknown;
}

/** A text of several lines, such as a stack trace, is shown in lines. */
function Node({ name, of }: NodeProps): JSX.Element {
  if (isBranch(of)) return <Branch name={name} of={of} isOpen={JSON.stringify(of).length <= SMALL} />;
  return (
    <div className="json-line">
      <Key of={name} />
      <span data-type={of === null ? 'null' : typeof of}>
        {typeof of === 'string' && of.includes('\n') ? `"${of}"` : JSON.stringify(of)}
      </span>
    </div>
  );
}

/** The children of a closed branch are not in the page. */
function Branch({
  name,
  of,
  isOpen: isOpenAtFirst,
}: NodeProps & { readonly of: object; readonly isOpen: boolean }): JSX.Element {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const [shown, setShown] = useState(SHOWN_ITEMS);
  const isList = Array.isArray(of);
  const entries = Object.entries(of);
  const count = `${entries.length} ${isList ? 'item' : 'field'}${entries.length === 1 ? '' : 's'}`;
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="json-line">
        <Key of={name} />
        {isList ? '[' : '{'} <span className="json-key">{count}</span> {isList ? ']' : '}'}
      </summary>
      {isOpen && (
        <div className="json-children">
          {entries.slice(0, shown).map(([key, value]) => (
            <Node key={key} name={isList ? undefined : key} of={value} />
          ))}
          {shown < entries.length && (
            <Button size="compact-sm" variant="subtle" onClick={() => setShown(shown + SHOWN_ITEMS)}>
              Show more
            </Button>
          )}
        </div>
      )}
    </details>
  );
}

function Key({ of }: { readonly of: string | undefined }): JSX.Element | null {
  return of === undefined ? null : <span className="json-key">{of}: </span>;
}

/** Objects and lists with something in them. */
function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}
