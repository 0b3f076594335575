import { errorObjectProblem } from '../../../apps/tollgate/test/error-object.js';
import { FOREIGN } from './envelope.js';
import type { Plan } from './requests.js';
import type { WireAnswer } from './wire.js';

const JSON_TYPE = 'application/json; charset=utf-8';
/** Responses to unparsable requests lack the usual headers (docs/fidelity.md E14). */
const UNPARSABLE = /"message":"(the request is not valid HTTP|the headers are too large)"\}$/;

/** The first problem of any response, or undefined. */
export function answerProblem(plan: Plan, { status, headers, body }: WireAnswer): string | undefined {
  const text = body.toString();
  if (status >= 500) return `${status} ${text}`;
  if (plan.method === 'HEAD') return body.length === 0 ? undefined : 'an answer to HEAD has a body';
  if (status >= 200 && status < 300) return successProblem(plan, status, headers, text);
  if (isOfPage(plan, status, headers)) return undefined;
  if (status === 400 && headers['connection'] === 'close' && UNPARSABLE.test(text)) return undefined;
  return errorObjectProblem({ status, headers, text });
}

function successProblem(
  { method, target, replacedId, pathChange }: Plan,
  status: number,
  headers: WireAnswer['headers'],
  text: string,
): string | undefined {
  if (method === 'OPTIONS') return status === 204 ? undefined : `OPTIONS was answered with ${status}`;
  if (status !== 200) return `a success was answered with ${status}`;
  // A path cut to its first character is the root, which is public.
  const isOpen =
    target.key === 'none' || (pathChange !== undefined && text.startsWith('{"name":"Tollgate",'));
  if (!isOpen && target.pattern.includes(':') && replacedId === FOREIGN)
    return 'an object of another account was shown';
  const type = headers['content-type'];
  if (type !== JSON_TYPE)
    return isOpen && type !== undefined && text !== '' ? undefined : `a success has the type ${type}`;
  const value = JSON.parse(text) as { object?: unknown };
  if (!isOpen && (typeof value.object !== 'string' || value.object === 'error'))
    return `a success is no object: ${text.slice(0, 200)}`;
  return isOpen || headers['omise-version'] !== undefined ? undefined : 'a success does not say its version';
}

/**
 * Pages redirect, or answer in HTML: 404 always, other errors to callers that ask for it (docs/fidelity.md
 * G3, G7, G12).
 */
function isOfPage({ target, headers: sent }: Plan, status: number, headers: WireAnswer['headers']): boolean {
  if (target.host !== 'pay') return false;
  if (status === 303) return headers['location'] !== undefined;
  const asksForHtml = sent.some(([name, value]) => name === 'Accept' && value === 'text/html');
  return (status === 404 || asksForHtml) && headers['content-type'] === 'text/html; charset=utf-8';
}
