import { Module, type DynamicModule } from '@nestjs/common';
import { APP_INTERCEPTOR, RouterModule } from '@nestjs/core';
import { AccountsModule } from '#gateway/accounts/accounts.module.js';
import { EmulatedActsInterceptor } from '#gateway/acts/emulated-acts.interceptor.js';
import { ActsModule } from '#gateway/acts/acts.module.js';
import { OneEpochInterceptor } from '#gateway/auth/one-epoch.interceptor.js';
import { CheckoutSessionsController } from '#gateway/checkout/checkout-sessions.controller.js';
import { CheckoutModule } from '#gateway/checkout/checkout.module.js';
import { ClockModule } from '#gateway/clock/clock.module.js';
import { sendConsole } from '#gateway/console/console.controller.js';
import { ConsoleModule } from '#gateway/console/console.module.js';
import { ControlAuthModule } from '#gateway/control/control-auth.module.js';
import { EMULATED_API_PATH } from '#gateway/control/emulated-api.js';
import { DeliveriesModule } from '#gateway/deliveries/deliveries.module.js';
import { DOCUMENTS_PATH } from '#gateway/disputes/dispute-documents.controller.js';
import { BundlesModule } from '#gateway/bundles/bundles.module.js';
import { ExamsModule } from '#gateway/exams/exams.module.js';
import { ApiFaultsInterceptor } from '#gateway/faults/api-faults.interceptor.js';
import { FaultsModule } from '#gateway/faults/faults.module.js';
import { RequestCalls } from '#gateway/faults/request-calls.js';
import { FaultsControlModule } from '#gateway/faults/faults-control.module.js';
import { IdempotencyInterceptor } from '#gateway/idempotency/idempotency.interceptor.js';
import { IdempotencyModule } from '#gateway/idempotency/idempotency.module.js';
import { INBOX_PATH } from '#gateway/inboxes/inbox-path.js';
import { IMPORT_PATH, SANDBOXES_PATH } from '#gateway/snapshots/import-path.js';
import { InboxesModule } from '#gateway/inboxes/inboxes.module.js';
import { ControlOpenApiController } from '#gateway/openapi/control-openapi.controller.js';
import { UnknownParametersInterceptor } from '#gateway/openapi/unknown-parameters.interceptor.js';
import { Expansion } from '#gateway/rendering/expansion.js';
import { RenderingInterceptor } from '#gateway/rendering/rendering.interceptor.js';
import { readSpellings } from '#gateway/requests/spellings.js';
import { RootModule } from '#gateway/root/root.module.js';
import { SandboxesModule } from '#gateway/sandboxes/sandboxes.module.js';
import { SnapshotsModule } from '#gateway/snapshots/snapshots.module.js';
import { ObjectsModule } from '#gateway/objects/objects.module.js';
import { ScenariosModule } from '#gateway/scenarios/scenarios.module.js';
import { TokensReadController } from '#gateway/tokens/tokens-read.controller.js';
import { TokensModule } from '#gateway/tokens/tokens.module.js';
import { TimelineModule } from '#gateway/timeline/timeline.module.js';
import type { Settings } from '#platform/config/settings.js';
import { HealthModule } from '#platform/http/health.module.js';
import type { SharedParts } from '#platform/process/shared-parts.js';
import { PlatformModule } from '#platform/platform.module.js';
import { ApiResourcesModule } from '../api/api.resources.js';

/**
 * Resources of other hosts: checkout sessions of the payment pages, and tokens of the vault, which only the
 * vault creates.
 */
@Module({
  imports: [CheckoutModule, TokensModule],
  controllers: [CheckoutSessionsController, TokensReadController],
})
class OtherResourcesModule {}

/** The outermost first. */
const INTERCEPTORS = [
  ApiFaultsInterceptor,
  UnknownParametersInterceptor,
  OneEpochInterceptor,
  IdempotencyInterceptor,
  EmulatedActsInterceptor,
  RenderingInterceptor,
].map((useClass) => ({ provide: APP_INTERCEPTOR, useClass }));

/** The control API: sandboxes and their tools, and the emulated API of each sandbox. */
@Module({})
export class ControlModule {
  static readonly browserPaths: readonly string[] = [];
  static readonly streamedPaths = [IMPORT_PATH, INBOX_PATH];
  static readonly largePath = SANDBOXES_PATH;
  static readonly uploadPath = DOCUMENTS_PATH;
  static readonly spellings = readSpellings(`/${EMULATED_API_PATH.replaceAll(/:\w+/g, '[^/]+')}`);
  static readonly challenge = 'Bearer realm="Tollgate"';

  static forRoot(settings: Settings, shared: SharedParts): DynamicModule {
    return {
      module: ControlModule,
      imports: [
        PlatformModule.forRoot(settings, 'control', shared),
        AccountsModule,
        ControlAuthModule,
        HealthModule,
        RootModule.showing(sendConsole),
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
        BundlesModule,
        InboxesModule,
        ApiResourcesModule,
        OtherResourcesModule,
        RouterModule.register(
          [ApiResourcesModule, OtherResourcesModule].map((module) => ({ path: EMULATED_API_PATH, module })),
        ),
        ActsModule,
        IdempotencyModule,
      ],
      controllers: [ControlOpenApiController],
      providers: [Expansion, RequestCalls, ...INTERCEPTORS],
    };
  }
}
