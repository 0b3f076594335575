import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Exposition } from './exposition.js';
import { Metrics, type Part } from './metrics.js';

@Global()
@Module({})
export class MetricsModule {
  static forRoot(part: Part, exposition: Exposition): DynamicModule {
    const metrics = new Metrics(part, exposition);
    return { module: MetricsModule, providers: [{ provide: Metrics, useValue: metrics }], exports: [Metrics] };
  }
}
