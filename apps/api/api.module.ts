import { Module, type DynamicModule } from '@nestjs/common';
import type { Settings } from '#platform/config/settings.js';
import { HealthModule } from '#platform/http/health.module.js';
import type { SharedParts } from '#platform/process/shared-parts.js';
import { PlatformModule } from '#platform/platform.module.js';
import { AccountsModule } from '#engine/accounts/accounts.module.js';
import { RenderingModule } from '#engine/rendering/rendering.module.js';
import { followRequests } from '#engine/request-log/follow-requests.js';
import { RequestsModule } from '#engine/auth/requests.module.js';
import { DOCUMENTS_PATH } from '#resources/disputes/dispute-documents.controller.js';
import { readSpellings } from '#resources/search/spellings.js';
import { OpenApiController } from '#pages/openapi/openapi.controller.js';
import { RootModule } from '#pages/root/root.module.js';
import { ApiResourcesModule } from './api.resources.js';

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
        RequestsModule,
        RenderingModule,
        HealthModule,
        RootModule,
        ApiResourcesModule,
      ],
      controllers: [OpenApiController],
    };
  }
}
