import { Module, type DynamicModule } from '@nestjs/common';
import { AuthModule } from '#gateway/auth/auth.module.js';
import { OneEpochModule } from '#gateway/auth/one-epoch.module.js';
import { DOCUMENTS_PATH } from '#gateway/disputes/dispute-documents.controller.js';
import { OpenApiModule } from '#gateway/openapi/openapi.module.js';
import { ApiFaultsModule } from '#gateway/faults/api-faults.module.js';
import { IdempotencyModule } from '#gateway/idempotency/idempotency.module.js';
import { RenderingModule } from '#gateway/rendering/rendering.module.js';
import { followRequests } from '#gateway/request-log/follow-requests.js';
import { RequestLogModule } from '#gateway/request-log/request-log.module.js';
import { RootModule } from '#gateway/root/root.module.js';
import type { Settings } from '#platform/config/settings.js';
import { HealthModule } from '#platform/http/health.module.js';
import type { Exposition } from '#platform/metrics/exposition.js';
import { PlatformModule } from '#platform/platform.module.js';
import { API_RESOURCES } from './api.resources.js';

/** The main API: every resource but tokens. */
@Module({})
export class ApiModule {
  static readonly follow = followRequests;
  static readonly browserPaths: readonly string[] = ['/capability', '/sources'];

  static readonly uploadPath = DOCUMENTS_PATH;

  static hintFor(path: string, { vaultUrl }: Settings): string | undefined {
    return /^\/tokens(\/|$)/i.test(path) ? `tokens are at the vault, ${vaultUrl}` : undefined;
  }

  static forRoot(settings: Settings, exposition: Exposition): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        PlatformModule.forRoot(settings, 'api', exposition),
        AuthModule,
        RequestLogModule,
        ApiFaultsModule,
        OneEpochModule,
        IdempotencyModule,
        RenderingModule,
        HealthModule,
        RootModule,
        OpenApiModule,
        ...API_RESOURCES,
      ],
    };
  }
}
