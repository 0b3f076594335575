import { Module, type DynamicModule } from '@nestjs/common';
import type { Settings } from '#platform/config/settings.js';
import { forEveryRoute } from '#platform/http/for-every-route.js';
import { HealthModule } from '#platform/http/health.module.js';
import { PlatformModule } from '#platform/platform.module.js';
import type { SharedParts } from '#platform/process/shared-parts.js';
import { AccountsModule } from '#engine/accounts/accounts.module.js';
import { ApiKeyGuard } from '#engine/auth/api-key.guard.js';
import { RestartOnResetInterceptor } from '#engine/auth/restart-on-reset.interceptor.js';
import { ApiFaultsInterceptor } from '#engine/faults/api-faults.interceptor.js';
import { IdempotencyInterceptor } from '#engine/idempotency/idempotency.interceptor.js';
import { RenderingInterceptor } from '#engine/rendering/rendering.interceptor.js';
import { RenderingModule } from '#engine/rendering/rendering.module.js';
import { followRequests } from '#engine/request-log/follow-requests.js';
import { KnownParametersInterceptor } from '#engine/request-log/known-parameters.interceptor.js';
import { RequestsModule } from '#engine/auth/requests.module.js';
import { KindsModule } from '#resources/kinds/kinds.module.js';
import { TokensHttpModule } from '#resources/tokens/tokens.module.js';
import { XdmFrameHttpModule } from '#pages/browser/xdm-frame.module.js';
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
        KindsModule,
        RequestsModule,
        RenderingModule.of([]),
        HealthModule,
        RootModule,
        TokensHttpModule,
        XdmFrameHttpModule,
      ],
      providers: forEveryRoute(ApiKeyGuard, [
        KnownParametersInterceptor,
        ApiFaultsInterceptor,
        RestartOnResetInterceptor,
        IdempotencyInterceptor,
        RenderingInterceptor,
      ]),
    };
  }
}
