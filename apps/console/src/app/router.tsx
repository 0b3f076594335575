import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
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
    component: lazyRouteComponent(load as () => Promise<Record<string, never>>, name),
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
  at('/', () => import('../pages/activity'), 'Activity'),
  at('/payments', () => import('../pages/payments'), 'Payments'),
  at('/payments/$id', () => import('../pages/payment'), 'Payment'),
  at('/webhooks', () => import('../pages/webhooks'), 'Webhooks'),
  at('/webhooks/inbox', () => import('../pages/inbox'), 'Inbox'),
  at('/webhooks/$id', () => import('../pages/webhook'), 'Webhook'),
  at('/requests', () => import('../pages/requests'), 'Requests'),
  at('/requests/unauthenticated', () => import('../pages/keyless-requests'), 'KeylessRequests'),
  at('/events', () => import('../pages/events'), 'Events'),
  at('/clock', () => import('../pages/clock'), 'Clock'),
  at('/faults', () => import('../pages/faults'), 'Faults'),
  at('/scenarios', () => import('../pages/scenarios'), 'Scenarios'),
  at('/exams', () => import('../pages/exams'), 'Exams'),
  at('/exams/$id', () => import('../pages/exams'), 'OneExam'),
  at('/snapshots', () => import('../pages/snapshots'), 'Snapshots'),
  at('/balance', () => import('../pages/balance'), 'Balance'),
  at('/balance/transactions', () => import('../pages/balance'), 'Transactions'),
  at('/balance/receipts', () => import('../pages/receipts'), 'Receipts'),
  at('/balance/rates', () => import('../pages/rates'), 'Rates'),
  at('/settings', () => import('../pages/settings'), 'Settings'),
  at('/settings/account', () => import('../pages/account'), 'Account'),
  at('/sandboxes', () => import('../pages/sandboxes'), 'Sandboxes'),
  at('/start', () => import('../pages/start'), 'Start'),
  at('/objects/customers/$customer/cards/$id', () => import('../pages/object'), 'OneObject'),
  at('/objects/$kind', () => import('../pages/objects'), 'Objects'),
  at('/objects/$kind/$id', () => import('../pages/object'), 'OneObject'),
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
