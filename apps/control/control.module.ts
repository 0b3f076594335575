import { Module, type DynamicModule } from '@nestjs/common';
import { ClockModule } from '#gateway/clock/clock.module.js';
import { ControlAuthModule } from '#gateway/control/control-auth.module.js';
import { DeliveriesModule } from '#gateway/deliveries/deliveries.module.js';
import { FaultsControlModule } from '#gateway/faults/faults-control.module.js';
import { INBOX_PATH, MAX_INBOX_BODY_BYTES } from '#gateway/inboxes/inbox-path.js';
import { IMPORT_PATH, MAX_SEED_BYTES, SANDBOXES_PATH } from '#gateway/snapshots/import-path.js';
import { InboxesModule } from '#gateway/inboxes/inboxes.module.js';
import { ControlOpenApiModule } from '#gateway/openapi/control-openapi.module.js';
import { RootModule } from '#gateway/root/root.module.js';
import { SandboxesModule } from '#gateway/sandboxes/sandboxes.module.js';
import { SnapshotsModule } from '#gateway/snapshots/snapshots.module.js';
import { ScenariosModule } from '#gateway/scenarios/scenarios.module.js';
import { TimelineModule } from '#gateway/timeline/timeline.module.js';
import type { Settings } from '#platform/config/settings.js';
import { HealthModule } from '#platform/http/health.module.js';
import type { Exposition } from '#platform/metrics/exposition.js';
import { PlatformModule } from '#platform/platform.module.js';

/** What only an emulator can do: sandboxes. */
@Module({})
export class ControlModule {
  static readonly browserPaths: readonly string[] = [];
  static readonly rawBody = { path: INBOX_PATH, maxBytes: MAX_INBOX_BODY_BYTES };
  static readonly streamedPath = IMPORT_PATH;
  static readonly largeBody = { path: SANDBOXES_PATH, maxBytes: MAX_SEED_BYTES };
  static readonly challenge = 'Bearer realm="Tollgate"';

  static forRoot(settings: Settings, exposition: Exposition): DynamicModule {
    return {
      module: ControlModule,
      imports: [
        PlatformModule.forRoot(settings, 'control', exposition),
        ControlAuthModule,
        HealthModule,
        RootModule,
        ControlOpenApiModule,
        SandboxesModule,
        SnapshotsModule,
        ClockModule,
        TimelineModule,
        DeliveriesModule,
        FaultsControlModule,
        ScenariosModule,
        InboxesModule,
      ],
    };
  }
}
