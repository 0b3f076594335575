import { Module, type DynamicModule } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import type { Settings } from '#platform/config/settings.js';
import { forEveryRoute } from '#platform/http/for-every-route.js';
import { HealthModule } from '#platform/http/health.module.js';
import type { SharedParts } from '#platform/process/shared-parts.js';
import { PlatformModule } from '#platform/platform.module.js';
import { AccountsModule } from '#engine/accounts/accounts.module.js';
import { AuditModule } from '#engine/audit/audit.module.js';
import { RestartOnResetInterceptor } from '#engine/auth/restart-on-reset.interceptor.js';
import { EMULATED_API_PATH } from '#engine/auth/emulated-api.js';
import { ApiFaultsInterceptor } from '#engine/faults/api-faults.interceptor.js';
import { FaultsModule } from '#engine/faults/faults.module.js';
import { RequestCalls } from '#engine/faults/request-calls.js';
import { IdempotencyInterceptor } from '#engine/idempotency/idempotency.interceptor.js';
import { IdempotencyModule } from '#engine/idempotency/idempotency.module.js';
import { RenderingInterceptor } from '#engine/rendering/rendering.interceptor.js';
import { RenderingModule } from '#engine/rendering/rendering.module.js';
import { ALL_RESOURCES, objectsOf } from '#resources/api-resources.js';
import { DOCUMENTS_PATH } from '#resources/disputes/dispute-documents.controller.js';
import { KindsModule } from '#resources/kinds/kinds.module.js';
import { readSpellings } from '#resources/search/spellings.js';
import { RootModule } from '#pages/root/root.module.js';
import { EmulatedAuditInterceptor } from '#control/access/emulated-audit.interceptor.js';
import { ClockModule } from '#control/clock/clock.module.js';
import { sendConsole } from '#control/console/console.controller.js';
import { ConsoleModule } from '#control/console/console.module.js';
import { ConsoleSessionsModule } from '#control/access/console-sessions.module.js';
import { ControlGuard } from '#control/access/control.guard.js';
import { DeliveriesModule } from '#control/deliveries/deliveries.module.js';
import { BundlesModule } from '#control/bundles/bundles.module.js';
import { ExamsModule } from '#control/exams/exams.module.js';
import { SoaksModule } from '#control/soaks/soaks.module.js';
import { ReportModule } from '#control/report/report.module.js';
import { FaultsControlModule } from '#control/faults/faults-control.module.js';
import { GuidesModule } from '#control/guides/guides.module.js';
import { INBOX_PATH } from '#control/inboxes/inbox-receiver.controller.js';
import { McpModule } from '#control/mcp/mcp.module.js';
import { SANDBOXES_PATH } from '#control/sandboxes/sandboxes.controller.js';
import { IMPORT_PATH } from '#control/snapshots/import.controller.js';
import { InboxesModule } from '#control/inboxes/inboxes.module.js';
import { ControlOpenApiHttpModule } from '#control/openapi/control-openapi.module.js';
import { UnknownParametersInterceptor } from '#control/openapi/unknown-parameters.interceptor.js';
import { SandboxesModule } from '#control/sandboxes/sandboxes.module.js';
import { SnapshotsModule } from '#control/snapshots/snapshots.module.js';
import { ObjectsModule } from '#control/lists/objects.module.js';
import { ScenariosModule } from '#control/scenarios/scenarios.module.js';
import { TimelineModule } from '#control/timeline/timeline.module.js';

const EMULATED_API = ALL_RESOURCES.map(({ routes }) => routes);

/** The control API: sandboxes and their tools, and the emulated API of each sandbox. */
@Module({})
export class ControlModule {
  static readonly browserPaths: readonly string[] = [];
  static readonly streamedPaths = [IMPORT_PATH, INBOX_PATH];
  static readonly largePath = SANDBOXES_PATH;
  static readonly uploadPath = DOCUMENTS_PATH;
  static readonly spellings = readSpellings(`/${EMULATED_API_PATH.replaceAll(/:\w+/g, '[^/]+')}`);
  /** What its requests change is set off by their acts. */
  static readonly entryPrefix = 'act';
  static readonly challenge = 'Bearer realm="Tollgate"';

  static forRoot(settings: Settings, shared: SharedParts): DynamicModule {
    return {
      module: ControlModule,
      imports: [
        PlatformModule.forRoot(settings, 'control', shared),
        AccountsModule,
        KindsModule,
        ConsoleSessionsModule,
        RenderingModule.of(objectsOf(ALL_RESOURCES)),
        HealthModule,
        RootModule.showing(sendConsole),
        ControlOpenApiHttpModule,
        GuidesModule,
        ConsoleModule,
        SandboxesModule,
        SnapshotsModule,
        ClockModule,
        TimelineModule,
        ObjectsModule,
        DeliveriesModule,
        FaultsModule,
        FaultsControlModule,
        ScenariosModule,
        ExamsModule,
        SoaksModule,
        ReportModule,
        BundlesModule,
        InboxesModule,
        McpModule,
        ...EMULATED_API,
        RouterModule.register(EMULATED_API.map((module) => ({ path: EMULATED_API_PATH, module }))),
        AuditModule,
        IdempotencyModule,
      ],
      providers: [
        RequestCalls,
        ...forEveryRoute(ControlGuard, [
          ApiFaultsInterceptor,
          UnknownParametersInterceptor,
          RestartOnResetInterceptor,
          IdempotencyInterceptor,
          EmulatedAuditInterceptor,
          RenderingInterceptor,
        ]),
      ],
    };
  }
}
