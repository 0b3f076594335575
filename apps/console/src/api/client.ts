import createClient from 'openapi-fetch';
import type { components, paths } from './generated/control-api';
import { noteSilence } from './load';

/** What the control API answers, by the names of its document. */
export type Schemas = components['schemas'];

/** The newest version of the emulated API, and who calls: the timeline shows that of an act. */
export const HEADERS = { 'Omise-Version': '2019-05-29', 'Tollgate-Client': 'console' } as const;

/**
 * The control API, on the host that the page came from. Objects are those of the newest version of the
 * emulated API.
 */
export const api = createClient<paths>({
  baseUrl: location.origin,
  headers: HEADERS,
  fetch: (request) =>
    fetch(request).catch((error: unknown) => {
      noteSilence();
      throw error;
    }),
});

/** A refusal of the control API. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

interface Answered<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** What was answered. Throws a {@link Refusal}. */
export async function answerOf<T>(call: Promise<Answered<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (data !== undefined) return data;
  const { code = 'unknown', message = response.statusText } = (error ?? {}) as {
    code?: string;
    message?: string;
  };
  throw new Refusal(response.status, code, message);
}

/** The query for this browser's session. */
export const SESSION = {
  queryKey: ['session'],
  queryFn: () => answerOf(api.GET('/api/session')),
  staleTime: 60_000,
};

/** Whether the error is a 404. */
export function isAbsent(error: unknown): boolean {
  return error instanceof Refusal && error.status === 404;
}

interface Polled {
  readonly state: { readonly error: Error | null; readonly isInvalidated: boolean };
}

/** Reads again after so many milliseconds if something has happened in the sandbox since. */
export function whileStale(milliseconds: number): (query: Polled) => number | false {
  const again = every(milliseconds);
  return (query) => query.state.isInvalidated && again(query);
}

/** Repeats a query every so many milliseconds while the page is in sight, until the API refuses it. */
export function every(
  milliseconds: number,
): (query: { readonly state: { readonly error: Error | null } }) => number | false {
  return ({ state: { error } }) => (error instanceof Refusal && error.status < 500 ? false : milliseconds);
}
