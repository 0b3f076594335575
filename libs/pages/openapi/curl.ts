import type { Call } from './openapi-document.js';

/** The keys of the demo account, by their security scheme. */
const DEMO_KEYS: Readonly<Record<string, string>> = {
  secretKey: 'skey_test_tollgate',
  publicKey: 'pkey_test_tollgate',
};
const FORM = 'application/x-www-form-urlencoded';
const UPLOAD = 'multipart/form-data';

/**
 * The example request of a call as a command. Values of the path are variables of the shell, such as `$id`.
 * The control API takes the control token in place of a key, or nothing.
 */
export function curlOf({ method, server, path, security, requestBody }: Call): string {
  const url = `${server}${path.replaceAll('{mode}', 'test').replaceAll(/\{(\w+)\}/g, '$$$1')}`;
  const schemes = security.flatMap((scheme) => Object.keys(scheme));
  const key = schemes.includes('controlToken') ? undefined : DEMO_KEYS[schemes[0] ?? ''];
  const content = requestBody?.content ?? {};
  const body = UPLOAD in content ? ['-F file=@evidence.pdf'] : bodyOf(content[FORM]?.example);
  const implied = body.length > 0 ? 'POST' : 'GET';
  return [
    'curl',
    ...(method === implied ? [] : [`-X ${method}`]),
    quoted(url),
    ...(key === undefined ? [] : [`-u ${key}:`]),
    ...body,
  ].join(' ');
}

function bodyOf(example: unknown): string[] {
  if (typeof example !== 'object' || example === null) return [];
  return fieldsOf(example, '').map((field) => `-d ${quoted(field)}`);
}

/** `source[type]=promptpay` of `{ source: { type: 'promptpay' } }`. */
function fieldsOf(value: unknown, name: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => fieldsOf(item, `${name}[]`));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([part, inner]) =>
      fieldsOf(inner, name === '' ? part : `${name}[${part}]`),
    );
  return [`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`];
}

/** Variables of the shell stay variables. */
function quoted(text: string): string {
  if (/^[\w.,:/=@+%-]+$/.test(text)) return text;
  return /^[^"`\\!]*$/.test(text) ? `"${text}"` : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
