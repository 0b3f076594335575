import { Module, type DynamicModule } from '@nestjs/common';
import { AuthModule } from '#gateway/auth/auth.module.js';
import { OneEpochModule } from '#gateway/auth/one-epoch.module.js';
import { AuthorizationsModule } from '#gateway/authorizations/authorizations.module.js';
import { BrowserModule } from '#gateway/browser/browser.module.js';
import { CheckoutModule } from '#gateway/checkout/checkout.module.js';
import { ApiFaultsModule } from '#gateway/faults/api-faults.module.js';
import { IdempotencyModule } from '#gateway/idempotency/idempotency.module.js';
import { LinkPagesModule } from '#gateway/links/link-pages.module.js';
import { errorPage } from '#gateway/pages/error.page.js';
import { RegistrationsModule } from '#gateway/registrations/registrations.module.js';
import type { Settings } from '#platform/config/settings.js';
import { followRequests } from '#gateway/request-log/follow-requests.js';
import { RequestLogModule } from '#gateway/request-log/request-log.module.js';
import { RootModule } from '#gateway/root/root.module.js';
import { HealthModule } from '#platform/http/health.module.js';
import type { Exposition } from '#platform/metrics/exposition.js';
import { PlatformModule } from '#platform/platform.module.js';

/** The pages that a customer sees, where `authorize_uri`, `registration_uri`, `payment_uri` and `redirect_url` lead, and the checkout sessions that shops make there. */
@Module({})
export class PayModule {
  static readonly follow = followRequests;
  static readonly browserPaths: readonly string[] = [];
  static readonly errorPage = errorPage;

  static forRoot(settings: Settings, exposition: Exposition): DynamicModule {
    return {
      module: PayModule,
      imports: [
        PlatformModule.forRoot(settings, 'pay', exposition),
        AuthModule,
        HealthModule,
        RootModule,
        RequestLogModule,
        ApiFaultsModule,
        OneEpochModule,
        IdempotencyModule,
        AuthorizationsModule,
        RegistrationsModule,
        LinkPagesModule,
        CheckoutModule,
        BrowserModule,
      ],
    };
  }
}
