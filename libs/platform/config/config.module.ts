import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Settings } from './settings.js';

/** Injection token of the {@link Settings}. */
export const SETTINGS = Symbol('settings');

@Global()
@Module({})
export class ConfigModule {
  static forRoot(settings: Settings): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: SETTINGS, useValue: settings }], exports: [SETTINGS] };
  }
}
