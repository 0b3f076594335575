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
import { API_RESOURCES, objectsOf } from '#resources/api-resources.js';
import { DOCUMENTS_PATH } from '#resources/disputes/dispute-documents.controller.js';
import { KindsModule } from '#resources/kinds/kinds.module.js';
import { readSpellings } from '#resources/search/spellings.js';
import { OpenApiHttpModule } from '#pages/openapi/openapi.module.js';
import { RootModule } from '#pages/root/root.module.js';

/** The main API: every resource but tokens. */
@Module({})
export class ApiModule {
  static readonly follow = followRequests;
  static readonly spellings = readSpellings('');
  static readonly browserPaths: readonly string[] = ['/capability', '/sources'];

  static readonly uploadPath = DOCUMENTS_PATH;

  static hintFor(path: string, { vaultUrl }: Settings): string | undefined {
    return /^\/tokens(\/|$)/i.test(path) ? `tokens are at the vault, ${vaultUrl}` : undefined;
  }

  static forRoot(settings: Settings, shared: SharedParts): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        PlatformModule.forRoot(settings, 'api', shared),
        AccountsModule,
        KindsModule,
        RequestsModule,
        RenderingModule.of(objectsOf(API_RESOURCES)),
        HealthModule,
        RootModule,
        OpenApiHttpModule,
        ...API_RESOURCES.map(({ routes }) => routes),
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
