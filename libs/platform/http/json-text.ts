import type { Express, Response } from 'express';

/**
 * A value of a response that is stored as JSON text. It is sent unchanged, without parsing. `JSON.stringify`
 * elsewhere gives the same value.
 */
export class JsonText {
  private constructor(readonly text: string) {}

  /** Stands for the value of the text, typed as that value. Its properties cannot be read. */
  static of<T extends object>(text: string): T {
    return new JsonText(text) as unknown as T;
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** Has the answers of an application that are JSON texts, and lists of them, sent as such. */
export function sendJsonTexts(app: Express): void {
  const sendJson = app.response.json;
  app.response.json = function (this: Response, body: unknown): Response {
    const text = textOf(body);
    return text === undefined ? sendJson.call(this, body) : this.type('json').send(text);
  };
}

function textOf(body: unknown): string | undefined {
  if (body instanceof JsonText) return body.text;
  const data = (body as { readonly data?: unknown } | null | undefined)?.data;
  if (!Array.isArray(data) || data.length === 0 || !data.every((item) => item instanceof JsonText))
    return undefined;
  // A text with these characters would have its quotes escaped: they are the field, and there is one of that
  // name.
  const texts = data.map(({ text }) => text).join(',');
  return JSON.stringify({ ...(body as object), data: [] }).replace('"data":[]', () => `"data":[${texts}]`);
}
