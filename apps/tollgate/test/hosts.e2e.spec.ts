import type { DynamicModule, INestApplication, INestApplicationContext, Type } from '@nestjs/common';
import { createHttpApp, type HostModule } from '#platform/http/http-app.js';
import { SharedParts } from '#platform/process/shared-parts.js';
import { ApiModule } from '../../api/api.module.js';
import { ControlModule } from '../../control/control.module.js';
import { PayModule } from '../../pay/pay.module.js';
import { VaultModule } from '../../vault/vault.module.js';
import { useGateway } from './harness.js';
import { answeringRoute, routesOf } from './routes.js';

/** A provider of Nest, with `interceptor`, `guard`, `pipe` or `filter` if it is one of every route. */
interface Provider {
  readonly metatype: unknown;
  readonly subtype?: string;
}

interface HostParts {
  readonly container: {
    getModules(): ReadonlyMap<string, { name: string; providers: ReadonlyMap<unknown, Provider> }>;
  };
  readonly config: Readonly<
    Record<
      'getGlobalGuards' | 'getGlobalInterceptors' | 'getGlobalPipes' | 'getGlobalFilters',
      () => object[]
    >
  >;
}

const gateway = useGateway();

const partsOf = (app: INestApplicationContext): HostParts => app as unknown as HostParts;

/** The providers of a process, each with the name of its module. */
function providersOf(app: INestApplicationContext): (Provider & { readonly module: string })[] {
  return [...partsOf(app).container.getModules().values()].flatMap(({ name: module, providers }) =>
    [...providers.values()].map(({ metatype, subtype }) => ({ metatype, subtype, module })),
  );
}

/** Another application of the host, with its modules in reverse order. */
async function reversed(host: HostModule, shared: SharedParts): Promise<INestApplication> {
  const { imports = [], ...module } = host.forRoot(gateway.settings, shared);
  const forRoot = (): DynamicModule => ({ ...module, imports: imports.toReversed() });
  return (await createHttpApp({ ...host, forRoot }, gateway.settings, shared)).init();
}

/** The requests whose path is the route itself, with values that are not words instead of parameters. */
const requestFor = (route: string): string => route.replaceAll(/:\w+/g, 'test_1');

describe.each([
  ['api', ApiModule],
  ['vault', VaultModule],
  ['pay', PayModule],
  ['control', ControlModule],
] as const)('the %s host', (name, host) => {
  // Of two routes for one path, one is the wrong one in one of the two orders.
  it('answers by the same routes when its modules are in reverse order', async () => {
    const app = gateway.tollgate[name];
    const routes = routesOf(app);
    const shared = new SharedParts(gateway.settings, name);
    const other = await reversed(host, shared);
    try {
      expect(routesOf(other).toSorted()).toEqual(routes.toSorted());
      for (const each of [app, other])
        expect(routes.map((route) => answeringRoute(each, requestFor(route)))).toEqual(routes);
      expect(new Set(routes).size).toBe(routes.length);
    } finally {
      await other.close();
      await shared.close();
    }
  });

  it('lists what every route passes in its own module', () => {
    const modules = providersOf(gateway.tollgate[name]).flatMap(({ subtype, module }) =>
      subtype === undefined ? [] : [module],
    );
    expect(new Set(modules)).toEqual(new Set([host.name]));
  });
});

it.each(['api', 'vault', 'pay', 'control', 'worker'] as const)('the %s provides each class once', (name) => {
  const classes = providersOf(gateway.tollgate[name]).map(({ metatype }) => metatype);
  const repeated = classes.filter((one, index) => typeof one === 'function' && classes.indexOf(one) < index);
  // Nest gives each module a ModuleRef.
  expect(new Set(repeated.map((one) => (one as Type).name))).toEqual(new Set(['ModuleRef']));
});

const OF_KEYS = [
  'KnownParametersInterceptor',
  'ApiFaultsInterceptor',
  'RestartOnResetInterceptor',
  'IdempotencyInterceptor',
];

it.each([
  ['api', 'ApiKeyGuard', [...OF_KEYS, 'RenderingInterceptor']],
  ['vault', 'ApiKeyGuard', [...OF_KEYS, 'RenderingInterceptor']],
  ['pay', 'ApiKeyGuard', OF_KEYS],
  [
    'control',
    'ControlGuard',
    [
      'ApiFaultsInterceptor',
      'UnknownParametersInterceptor',
      'RestartOnResetInterceptor',
      'IdempotencyInterceptor',
      'EmulatedAuditInterceptor',
      'RenderingInterceptor',
    ],
  ],
] as const)('every route of the %s host passes %s, then %j', (name, guard, interceptors) => {
  const { config } = partsOf(gateway.tollgate[name]);
  const named = (enhancers: object[]): string[] => enhancers.map((each) => each.constructor.name);
  expect({
    guards: named(config.getGlobalGuards()),
    interceptors: named(config.getGlobalInterceptors()),
    pipes: named(config.getGlobalPipes()),
    filters: named(config.getGlobalFilters()),
  }).toEqual({ guards: [guard], interceptors, pipes: [], filters: ['ErrorFilter'] });
});
