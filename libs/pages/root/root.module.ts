import { Module, type DynamicModule } from '@nestjs/common';
import { ROOT_PAGE, RootController, type RootPage } from './root.controller.js';

/** Part of every host. */
@Module({ controllers: [RootController] })
export class RootModule {
  /** For a host that shows browsers a page of its own. */
  static showing(page: RootPage): DynamicModule {
    return { module: RootModule, providers: [{ provide: ROOT_PAGE, useValue: page }] };
  }
}
