/** Text that is HTML already: what {@link html} makes, and what a library drew. */
export class Html {
  constructor(readonly text: string) {}
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

type Part = string | number | Html | readonly Html[] | undefined;

/** A template that escapes all values but HTML. `undefined` renders nothing. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  const text = strings.map((literal, index) => literal + render(values[index])).join('');
  return new Html(text);
}

function render(value: Part): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
