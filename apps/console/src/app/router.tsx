import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { loading } from '../api/load';
import { pathIn, type Place } from '../ui/place';
import { NotFound, PageTrouble } from '../ui/trouble';
import { parseSearch, stringifySearch } from './address';
import { Shell } from './shell';

const root = createRootRoute({ notFoundComponent: NotFound });

function leadTo(place: Place, path?: string, search: object = {}): never {
  // oxlint-disable-next-line typescript/only-throw-error -- the router takes redirects as thrown values
  throw redirect({ to: pathIn(place, path), search: search as never, replace: true });
}

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => leadTo({ name: 'default', mode: 'test' }),
});

/** Addresses with less than a page. */
const shortened = [
  createRoute({
    getParentRoute: () => root,
    path: '/sandboxes',
    beforeLoad: () => leadTo({ name: 'default', mode: 'test' }, '/sandboxes'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sandboxes/$name',
    beforeLoad: ({ params: { name } }) => leadTo({ name, mode: 'test' }),
  }),
];

const sandbox = createRoute({
  getParentRoute: () => root,
  path: '/sandboxes/$name/$mode',
  component: Shell,
  notFoundComponent: NotFound,
});

/** A page of a sandbox, which is loaded when it is opened. */
const at = <const Path extends string>(
  path: Path,
  load: () => Promise<Record<string, unknown>>,
  name: string,
) =>
  createRoute({
    getParentRoute: () => sandbox,
    path,
    component: lazyRouteComponent(loading(load as () => Promise<Record<string, never>>), name),
    // No page shows for a moment what it knows of another sandbox.
    remountDeps: ({ params }) => (({ name, mode }) => ({ name, mode }))(params as unknown as Place),
  });

/** An address of an earlier console. */
const moved = <const Path extends string>(
  path: Path,
  to: string,
  search?: (parameters: Readonly<Record<string, string>>) => object,
) =>
  createRoute({
    getParentRoute: () => sandbox,
    path,
    beforeLoad: ({ params, search: asked }) => {
      const parameters = params as Readonly<Record<string, string>>;
      leadTo(params as unknown as Place, to, { ...asked, ...search?.(parameters) });
    },
  });

const pages = [
  at('/', () => import('../features/activity/activity'), 'Activity'),
  at('/payments', () => import('../features/payments/payments'), 'Payments'),
  at('/payments/$id', () => import('../features/payments/payment'), 'Payment'),
  at('/webhooks', () => import('../features/webhooks/webhooks'), 'Webhooks'),
  at('/webhooks/inbox', () => import('../features/inbox/inbox'), 'Inbox'),
  at('/webhooks/$id', () => import('../features/webhooks/webhook'), 'Webhook'),
  at('/requests', () => import('../features/requests/requests'), 'Requests'),
  at('/requests/unauthenticated', () => import('../features/requests/keyless-requests'), 'KeylessRequests'),
  at('/events', () => import('../features/events/events'), 'Events'),
  at('/clock', () => import('../features/clock/clock'), 'Clock'),
  at('/faults', () => import('../features/faults/faults'), 'Faults'),
  at('/scenarios', () => import('../features/scenarios/scenarios'), 'Scenarios'),
  at('/report', () => import('../features/report/report'), 'ReportPage'),
  at('/exams', () => import('../features/exams/exams'), 'Exams'),
  at('/exams/$id', () => import('../features/exams/exams'), 'OneExam'),
  at('/soaks', () => import('../features/soaks/soaks'), 'Soaks'),
  at('/soaks/$id', () => import('../features/soaks/soaks'), 'OneSoak'),
  at('/snapshots', () => import('../features/snapshots/snapshots'), 'Snapshots'),
  at('/balance', () => import('../features/balance/balance'), 'Balance'),
  at('/balance/transactions', () => import('../features/balance/balance'), 'Transactions'),
  at('/balance/receipts', () => import('../features/balance/receipts'), 'Receipts'),
  at('/balance/rates', () => import('../features/settings/rates'), 'Rates'),
  at('/settings', () => import('../features/settings/settings'), 'Settings'),
  at('/settings/account', () => import('../features/settings/account'), 'Account'),
  at('/sandboxes', () => import('../features/sandboxes/sandboxes'), 'Sandboxes'),
  at('/start', () => import('../features/start/start'), 'Start'),
  at('/objects/customers/$customer/cards/$id', () => import('../features/objects/object'), 'OneObject'),
  at('/objects/$kind', () => import('../features/objects/objects'), 'Objects'),
  at('/objects/$kind/$id', () => import('../features/objects/object'), 'OneObject'),
  moved('/requests/$id', '/requests', ({ id }) => ({ open: id })),
  moved('/keyless', '/requests/unauthenticated'),
  moved('/rates', '/balance/rates'),
  moved('/account', '/settings/account'),
  moved('/objects/charges', '/payments'),
  moved('/objects/events', '/events'),
  moved('/objects/transactions', '/balance/transactions'),
  moved('/objects/receipts', '/balance/receipts'),
];

/** Pages are behind the `#`, which browsers do not send to the control host. */
export const router = createRouter({
  history: createHashHistory(),
  routeTree: root.addChildren([start, ...shortened, sandbox.addChildren(pages)]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultErrorComponent: PageTrouble,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
