import type { INestApplication } from '@nestjs/common';

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Record<string, boolean> };
  match(path: string): boolean;
}

/** Every route of a host as its router knows it: `POST /charges/:id/capture`. */
export function routesOf(app: INestApplication): string[] {
  return layersOf(app).flatMap(({ route }) =>
    route ? Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${route.path}`) : [],
  );
}

/** The first route of a host that matches a request, such as `GET /charges/schedules`. */
export function answeringRoute(app: INestApplication, request: string): string | undefined {
  const [method = '', path = ''] = request.split(' ');
  const found = layersOf(app).find(
    (layer) => layer.route?.methods[method.toLowerCase()] === true && layer.match(path),
  );
  return found?.route && `${method} ${found.route.path}`;
}

function layersOf(app: INestApplication): readonly Layer[] {
  const { router } = app.getHttpAdapter().getInstance() as { router: { stack: Layer[] } };
  return router.stack;
}
