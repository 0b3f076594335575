import { AccountsModule } from '#gateway/accounts/accounts.module.js';
import { Module, type DynamicModule } from '@nestjs/common';
import { ProviderController } from '#gateway/browser/provider.controller.js';
import { RenderingModule } from '#gateway/rendering/rendering.module.js';
import { TokensReadController } from '#gateway/tokens/tokens-read.controller.js';
import { TokensController } from '#gateway/tokens/tokens.controller.js';
import { TokensModule } from '#gateway/tokens/tokens.module.js';
import type { Settings } from '#platform/config/settings.js';
import { followRequests } from '#gateway/request-log/follow-requests.js';
import { RequestsModule } from '#gateway/requests/requests.module.js';
import { RootModule } from '#gateway/root/root.module.js';
import { HealthModule } from '#platform/http/health.module.js';
import type { SharedParts } from '#platform/process/shared-parts.js';
import { PlatformModule } from '#platform/platform.module.js';

/** The vault: the only host that is ever sent a card number. It keeps none. */
@Module({})
export class VaultModule {
  static readonly follow = followRequests;
  static readonly browserPaths: readonly string[] = ['/tokens'];

  static forRoot(settings: Settings, shared: SharedParts): DynamicModule {
    return {
      module: VaultModule,
      imports: [
        PlatformModule.forRoot(settings, 'vault', shared),
        AccountsModule,
        RequestsModule,
        RenderingModule,
        HealthModule,
        RootModule,
        TokensModule,
      ],
      controllers: [TokensReadController, TokensController, ProviderController],
    };
  }
}
