import { ERRORS, type ErrorCode } from '#kernel/errors.js';

/** An answer as a client sees it: its headers in lower case, its body as text. */
export interface AnswerText {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

const KEYS = ['object', 'location', 'code', 'message'];

/** The first violation of docs/fidelity.md E1, E2, E13, H6, H7 or H17 in an error response, or undefined. */
export function errorObjectProblem({ status, headers, text }: AnswerText): string | undefined {
  const body = parsed(text);
  if (headers['content-type'] !== 'application/json; charset=utf-8')
    return `the type of an error is ${String(headers['content-type'])}`;
  if (Object.keys(body).join() !== KEYS.join()) return `an error has the keys ${Object.keys(body).join()}`;
  const { object, location, code, message } = body;
  if (object !== 'error' || typeof code !== 'string') return 'an error has another object or no code';
  if (!isErrorCode(code)) return `${code} is no code of the table`;
  if (ERRORS[code][0] !== status) return `${code} was answered with ${status}`;
  if (location !== `https://www.omise.co/api-errors#${code.replaceAll('_', '-')}`)
    return `${code} has the location ${String(location)}`;
  if (typeof message !== 'string' || message.trim() === '') return `${code} has no message`;
  return headerProblem(code, headers);
}

function headerProblem(code: ErrorCode, headers: AnswerText['headers']): string | undefined {
  const expected: Readonly<Record<string, string | undefined>> = {
    'omise-version': undefined,
    'cache-control': 'no-cache, no-store',
    'www-authenticate': code === 'authentication_failure' ? 'Basic realm="Tollgate"' : undefined,
    'retry-after': code === 'service_unavailable' ? '1' : undefined,
  };
  const wrong = Object.entries(expected).find(([name, value]) => headers[name] !== value);
  if (wrong) return `${code} has the header ${wrong[0]}: ${String(headers[wrong[0]])}`;
  return /^[\w.-]{6,128}$/.test(String(headers['x-request-id']))
    ? undefined
    : `${code} does not name its request`;
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
