import { Module, type DynamicModule } from '@nestjs/common';
import type { AnyResource } from '../resources/resource.js';
import { EXPANDED_RESOURCES, Expansion } from './expansion.js';

@Module({})
export class RenderingModule {
  /** With these objects, of which some refer to others of them. */
  static of(objects: readonly AnyResource[]): DynamicModule {
    return {
      module: RenderingModule,
      providers: [Expansion, { provide: EXPANDED_RESOURCES, useValue: objects }],
      exports: [Expansion],
    };
  }
}
