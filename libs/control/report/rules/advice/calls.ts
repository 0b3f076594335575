import { SOURCE_IS_USED } from '#resources/charges/rules/charge.rules.js';
import { NEWEST_VERSION } from '#kernel/api-versions/versions.js';
import { isRejected, type History, type RequestRow } from '../history.js';
import { calls, findingOf, type Advice, type Finding } from './advice.js';

/** A call that is repeated sooner after a rejection ignores it. */
const AT_ONCE_MS = 250;
/** The same rejected call, this often, is repeated in vain. */
const REPEATED = 3;
const RATE_LIMITED = 429;
const FIRST_SERVER_ERROR = 500;

export const CALL_ADVICE: readonly Advice[] = [
  {
    name: 'token-reused',
    title: 'Create a token or source for each charge',
    why: 'Each serves one charge.',
    findings: (history) =>
      calls(
        history,
        ({ error_code: code, error_message: message }) => code === 'used_token' || message === SOURCE_IS_USED,
        ({ error_message: message }) => message ?? '',
      ),
  },
  {
    name: 'rejected-call-repeated',
    title: 'Do not repeat a rejected call unchanged',
    why: 'The same call is rejected again.',
    findings: repeatedRejections,
  },
  {
    name: 'rate-limit-ignored',
    title: 'Wait after an answer 429',
    why: 'Calls at once are rejected too, and delay the recovery.',
    findings: hastyRetries,
  },
  {
    name: 'secret-key-in-browser',
    title: 'Keep the secret key on your server',
    why: 'Every visitor of the page can read it.',
    findings: ({ requests }) =>
      requests
        .filter(({ key_kind: kind, is_from_browser: isFromBrowser }) => kind === 'secret' && isFromBrowser)
        .map((request) => findingOf(request, `${request.method} ${request.path} came from a browser`)),
  },
  {
    name: 'deprecated-version',
    title: `Use version ${NEWEST_VERSION} of the API`,
    why: 'Older versions lack fields and methods.',
    findings: (history) =>
      calls(
        history,
        ({ api_version: version }) => version !== null && version < NEWEST_VERSION,
        ({ method, path, api_version: version }) => `${method} ${path} used ${version}`,
      ),
  },
];

function repeatedRejections({ calls: all }: History): Finding[] {
  const found: Finding[] = [];
  let count = 0;
  for (const [index, call] of all.entries()) {
    const { status, fault } = call;
    const isMeant =
      isRejected(call) &&
      fault === null &&
      status !== RATE_LIMITED &&
      status !== null &&
      status < FIRST_SERVER_ERROR;
    count = isMeant && isSame(call, all[index - 1]) ? count + 1 : Number(isMeant);
    const isLast = !isSame(call, all[index + 1]);
    if (count >= REPEATED && isLast)
      found.push(
        findingOf(
          call,
          `${call.method} ${call.path} was rejected ${count} times: ${call.error_message ?? status}`,
        ),
      );
  }
  return found;
}

function isSame(call: RequestRow, other: RequestRow | undefined): boolean {
  return (
    other !== undefined &&
    call.method === other.method &&
    call.path === other.path &&
    call.status === other.status &&
    call.error_message === other.error_message
  );
}

function hastyRetries({ calls: all }: History): Finding[] {
  return all.flatMap((call, index) => {
    const before = all[index - 1];
    if (
      !before ||
      before.status !== RATE_LIMITED ||
      before.path !== call.path ||
      before.method !== call.method
    )
      return [];
    const ms = call.machine_at - before.machine_at - before.duration_ms;
    // A call that began before the answer is no repetition.
    return ms >= 0 && ms < AT_ONCE_MS
      ? [findingOf(call, `${call.method} ${call.path} was repeated after ${Math.round(ms)} ms`)]
      : [];
  });
}
