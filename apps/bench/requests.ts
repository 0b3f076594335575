import { cardForm, CREATE_FORM, STRIPE_FORM, TOKEN_FORM } from './forms.js';
import type { PlannedRequest } from './load/plan.js';
import type { Fixture } from './fixture.js';

export const REQUEST_ROWS = ['create', 'retrieve', 'list', 'token', 'card', 'settle'] as const;
export type RequestRow = (typeof REQUEST_ROWS)[number];

/** A kind of request that is measured. */
export interface RequestKind {
  readonly title: string;
  readonly role: 'api' | 'vault';
  /** Whose key is sent. */
  readonly key: (fixture: Fixture) => string;
  /** The same over and over; or `count` of them that work only once. */
  readonly requests: (fixture: Fixture, count: number) => Promise<PlannedRequest[]>;
  readonly isOnce: boolean;
  /** The same with stripe-stateful-mock, which has made `charge`. */
  readonly stripe?: (charge: string) => PlannedRequest;
}

const LIST: PlannedRequest = { method: 'GET', path: '/charges?limit=20&order=reverse_chronological' };
const secretOfReader = ({ reader }: Fixture): string => reader.secretKey;
const secretOfWriter = ({ writer }: Fixture): string => writer.secretKey;
const same =
  (...requests: PlannedRequest[]) =>
  (): Promise<PlannedRequest[]> =>
    Promise.resolve(requests);

export const REQUESTS: Readonly<Record<RequestRow, RequestKind>> = {
  create: {
    title: 'create a charge and its source',
    role: 'api',
    key: secretOfWriter,
    requests: same({ method: 'POST', path: '/charges', body: CREATE_FORM }),
    isOnce: false,
    stripe: () => ({ method: 'POST', path: '/v1/charges', body: STRIPE_FORM }),
  },
  retrieve: {
    title: 'retrieve a charge',
    role: 'api',
    key: secretOfReader,
    requests: ({ charges }) => Promise.resolve(charges.map((id) => ({ method: 'GET', path: `/charges/${id}` }))),
    isOnce: false,
    stripe: (charge) => ({ method: 'GET', path: `/v1/charges/${charge}` }),
  },
  list: { title: 'list 20 charges', role: 'api', key: secretOfReader, requests: same(LIST), isOnce: false },
  token: {
    title: 'create a token',
    role: 'vault',
    key: ({ writer }) => writer.publicKey,
    requests: same({ method: 'POST', path: '/tokens', body: TOKEN_FORM }),
    isOnce: false,
  },
  card: {
    title: 'charge a card',
    role: 'api',
    key: secretOfWriter,
    requests: async ({ supply, recorded }, count) =>
      (await supply.ids(recorded.token, count)).map((id) => ({ method: 'POST', path: '/charges', body: cardForm(id) })),
    isOnce: true,
  },
  settle: {
    title: 'mark_as_paid',
    role: 'api',
    key: secretOfWriter,
    requests: async ({ supply, recorded }, count) =>
      (await supply.ids(recorded.created, count)).map((id) => ({ method: 'POST', path: `/charges/${id}/mark_as_paid`, body: '' })),
    isOnce: true,
  },
};
