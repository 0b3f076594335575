import { Button } from '@mantine/core';
import { useState, type JSX } from 'react';
import { isHtmlPage, pageText } from './html-text';
import { Json } from './json';

interface BodyProps {
  readonly label: string;
  readonly text: string;
}

/**
 * The body of a request or a response: JSON as a tree and an HTML page as its text, both raw on request, and
 * anything else as it is.
 */
export function Body({ label, text }: BodyProps): JSX.Element {
  const [isRaw, setIsRaw] = useState(false);
  const read = parse(text) ?? (isHtmlPage(text) ? pageText(text) : undefined);
  if (read === undefined) return <Json of={text === '' ? 'Empty' : text} label={label} />;
  return (
    <Json of={isRaw ? text : read} label={label}>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-pressed={isRaw}
        onClick={() => setIsRaw(!isRaw)}
      >
        Raw
      </Button>
    </Json>
  );
}

/** Endpoints often name another content type than that of their JSON. */
function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
