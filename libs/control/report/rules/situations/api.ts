import type { FiringRow, History, RequestRow } from '../history.js';
import { hasCalledSince, type Occasion, type Situation } from '../situation.js';

const RATE_LIMITED = 429;
const FIRST_SERVER_ERROR = 500;
const NOT_FOUND = 404;

const CREATE = { then: 'Create a charge.' };

export const API_SITUATIONS: readonly Situation[] = [
  {
    name: 'answer-lost-before-commit',
    group: 'API',
    title: 'A request is lost: nothing happened',
    steps: [{ fault: { on: 'api', match: { route: 'POST /charges' }, do: { disconnect: true } } }, CREATE],
    met: (history) => lostAnswers(history, false),
    isChecked: hasCalledSince,
  },
  {
    name: 'answer-lost-after-commit',
    group: 'API',
    title: 'An answer is lost: the charge was made',
    steps: [
      {
        fault: { on: 'api', when: 'after', match: { route: 'POST /charges' }, do: { disconnect: true } },
      },
      CREATE,
    ],
    met: (history) => lostAnswers(history, true),
    isChecked: hasCalledSince,
  },
  {
    name: 'server-error',
    group: 'API',
    title: 'The API answers with 500 or more',
    steps: [{ fault: { on: 'api', do: { status: 503 } } }, CREATE],
    met: (history) => calls(history, ({ status }) => status !== null && status >= FIRST_SERVER_ERROR),
    isChecked: hasCalledSince,
  },
  {
    name: 'slow-answer',
    group: 'API',
    title: 'The API answers after seconds',
    steps: [{ fault: { on: 'api', do: { delay: '5s' } } }, CREATE],
    met: (history) => firings(history, ({ effect }) => effect['delay'] !== undefined),
    isChecked: (history, { cause }) => typeof history.call(cause)?.status === 'number',
  },
  {
    name: 'rate-limited',
    group: 'API',
    title: 'The API answers 429',
    steps: [
      { fault: { on: 'api', times: 1, do: { status: RATE_LIMITED, code: 'too_many_requests' } } },
      CREATE,
    ],
    met: (history) => calls(history, ({ status }) => status === RATE_LIMITED),
    isChecked: hasCalledSince,
  },
  {
    name: 'key-of-other-mode',
    group: 'API',
    title: 'A test object is asked for with a live key',
    steps: [{ live: '/charges/chrg_test_0000000000000000000' }],
    met: ({ requests }) =>
      requests.filter(isOfOtherMode).map(({ id, at }) => ({ object: null, at, cause: id })),
    isChecked: (history, { cause }) => typeof history.request(cause)?.status === 'number',
  },
];

function isOfOtherMode({ host, livemode, path, status }: RequestRow): boolean {
  return host === 'api' && livemode && path.includes('_test_') && status === NOT_FOUND;
}

function calls(history: History, isMeant: (call: RequestRow) => boolean): Occasion[] {
  return history.calls
    .filter(isMeant)
    .map(({ id, at, objects: [object = null] }) => ({ object, at, cause: id }));
}

function firings(history: History, isMeant: (firing: FiringRow) => boolean): Occasion[] {
  return history.firings
    .filter((one) => history.call(one.trigger_id) && isMeant(one))
    .map(({ object_id: object, at, trigger_id: cause }) => ({ object, at, cause }));
}

/** Calls whose connection a fault closed, before or after they changed something. */
export function lostAnswers(history: History, isDone: boolean): Occasion[] {
  return firings(
    history,
    ({ effect, trigger_id: cause }) =>
      effect['disconnect'] === true && cause !== null && history.causedBy(cause).length > 0 === isDone,
  );
}
