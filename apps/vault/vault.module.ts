import { Module, type DynamicModule } from '@nestjs/common';
import { AuthModule } from '#gateway/auth/auth.module.js';
import { OneEpochModule } from '#gateway/auth/one-epoch.module.js';
import { ProviderModule } from '#gateway/browser/provider.module.js';
import { ApiFaultsModule } from '#gateway/faults/api-faults.module.js';
import { IdempotencyModule } from '#gateway/idempotency/idempotency.module.js';
import { RenderingModule } from '#gateway/rendering/rendering.module.js';
import { TokensModule } from '#gateway/tokens/tokens.module.js';
import type { Settings } from '#platform/config/settings.js';
import { followRequests } from '#gateway/request-log/follow-requests.js';
import { RequestLogModule } from '#gateway/request-log/request-log.module.js';
import { RootModule } from '#gateway/root/root.module.js';
import { HealthModule } from '#platform/http/health.module.js';
import type { Exposition } from '#platform/metrics/exposition.js';
import { PlatformModule } from '#platform/platform.module.js';

/** The vault: the only host that is ever sent a card number. It keeps none. */
@Module({})
export class VaultModule {
  static readonly follow = followRequests;
  static readonly browserPaths: readonly string[] = ['/tokens'];

  static forRoot(settings: Settings, exposition: Exposition): DynamicModule {
    return {
      module: VaultModule,
      imports: [
        PlatformModule.forRoot(settings, 'vault', exposition),
        AuthModule,
        RequestLogModule,
        ApiFaultsModule,
        OneEpochModule,
        IdempotencyModule,
        RenderingModule,
        HealthModule,
        RootModule,
        TokensModule,
        ProviderModule,
      ],
    };
  }
}
