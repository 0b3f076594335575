const LENGTH = 90;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
};

/** A response body in one line: the message of its JSON, the title of its HTML page, or its first line. */
export function gistOf(body: string): string {
  const text = /^\s*<(!doctype|html|head|body)\b/i.test(body)
    ? pageIn(body)
    : (messageIn(body) ?? firstLine(body));
  return text.length > LENGTH ? `${text.slice(0, LENGTH)}…` : text;
}

function pageIn(html: string): string {
  const [, , title] = /<(title|h1)\b[^>]*>(.*?)<\/\1>/is.exec(html) ?? [];
  const text = (title ?? '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text === '' ? 'an HTML page' : `an HTML page, "${text}"`;
}

function firstLine(body: string): string {
  return body.split('\n').find((line) => line.trim() !== '') ?? '';
}

function messageIn(body: string): string | undefined {
  try {
    const { message, error } = JSON.parse(body) as { message?: unknown; error?: unknown };
    return [error, message].filter((part) => typeof part === 'string').join(', ') || undefined;
  } catch {
    // It is not JSON.
    return undefined;
  }
}
