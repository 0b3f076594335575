import { Module, type DynamicModule } from '@nestjs/common';
import type { Settings } from '#platform/config/settings.js';
import { HealthModule } from '#platform/http/health.module.js';
import type { SharedParts } from '#platform/process/shared-parts.js';
import { PlatformModule } from '#platform/platform.module.js';
import { AccountsModule } from '#engine/accounts/accounts.module.js';
import { RenderingModule } from '#engine/rendering/rendering.module.js';
import { followRequests } from '#engine/request-log/follow-requests.js';
import { RequestsModule } from '#engine/auth/requests.module.js';
import { TokensReadController } from '#resources/tokens/tokens-read.controller.js';
import { TokensController } from '#resources/tokens/tokens.controller.js';
import { TokensModule } from '#resources/tokens/tokens.module.js';
import { ProviderController } from '#pages/browser/provider.controller.js';
import { RootModule } from '#pages/root/root.module.js';

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
