import { createHashHistory, createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from './address';
import { NotFound, Trouble } from './trouble';
import { Shell } from './shell';

const root = createRootRoute({ notFoundComponent: NotFound, errorComponent: Trouble });

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router takes redirects as thrown values
    throw redirect({ to: '/sandboxes/$name/$mode', params: { name: 'default', mode: 'test' }, replace: true });
  },
});

const sandbox = createRoute({ getParentRoute: () => root, path: '/sandboxes/$name/$mode', component: Shell });

/** A page of a sandbox, which is loaded once it is needed. */
const at = <const Path extends string>(path: Path, load: () => Promise<Record<string, unknown>>, name: string) =>
  createRoute({ getParentRoute: () => sandbox, path, component: lazyRouteComponent(load as () => Promise<Record<string, never>>, name) });

const pages = [
  at('/', () => import('../pages/now'), 'Now'),
  at('/payments', () => import('../pages/payments'), 'Payments'),
  at('/payments/$id', () => import('../pages/payment'), 'Payment'),
  at('/webhooks', () => import('../pages/webhooks'), 'Webhooks'),
  at('/webhooks/$id', () => import('../pages/webhook'), 'Webhook'),
  at('/requests', () => import('../pages/requests'), 'Requests'),
  at('/requests/$id', () => import('../pages/requests'), 'Requests'),
  at('/keyless', () => import('../pages/keyless-requests'), 'KeylessRequests'),
  at('/clock', () => import('../pages/clock'), 'Clock'),
  at('/faults', () => import('../pages/faults'), 'Faults'),
  at('/sandboxes', () => import('../pages/sandboxes'), 'Sandboxes'),
  at('/account', () => import('../pages/account'), 'Account'),
  at('/rates', () => import('../pages/rates'), 'Rates'),
  at('/objects/events', () => import('../pages/events'), 'Events'),
  at('/objects/receipts', () => import('../pages/receipts'), 'Receipts'),
  at('/objects/customers/$customer/cards/$id', () => import('../pages/object'), 'OneObject'),
  at('/objects/$kind', () => import('../pages/objects'), 'Objects'),
  at('/objects/$kind/$id', () => import('../pages/object'), 'OneObject'),
];

/** Places are behind the `#`: they are nothing to the control host. */
export const router = createRouter({
  history: createHashHistory(),
  routeTree: root.addChildren([start, sandbox.addChildren(pages)]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
