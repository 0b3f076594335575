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
import { followRequests } from '#engine/request-log/follow-requests.js';
import { KnownParametersInterceptor } from '#engine/request-log/known-parameters.interceptor.js';
import { RequestsModule } from '#engine/auth/requests.module.js';
import { CheckoutHttpModule } from '#resources/checkout/checkout.module.js';
import { KindsModule } from '#resources/kinds/kinds.module.js';
import { AuthorizationsModule } from '#pages/authorizations/authorizations.module.js';
import { BrowserHttpModule } from '#pages/browser/browser.module.js';
import { CheckoutPagesModule } from '#pages/checkout/checkout-pages.module.js';
import { LinkPagesModule } from '#pages/links/link-pages.module.js';
import { errorPage } from '#pages/kit/error.page.js';
import { RegistrationsModule } from '#pages/registrations/registrations.module.js';
import { RootModule } from '#pages/root/root.module.js';

/**
 * The pages that a customer sees, where `authorize_uri`, `registration_uri`, `payment_uri` and `redirect_url`
 * lead, and the checkout sessions that shops make there.
 */
@Module({})
export class PayModule {
  static readonly follow = followRequests;
  static readonly browserPaths: readonly string[] = [];
  static readonly errorPage = errorPage;

  static forRoot(settings: Settings, shared: SharedParts): DynamicModule {
    return {
      module: PayModule,
      imports: [
        PlatformModule.forRoot(settings, 'pay', shared),
        AccountsModule,
        KindsModule,
        RequestsModule,
        HealthModule,
        RootModule,
        AuthorizationsModule,
        RegistrationsModule,
        LinkPagesModule,
        CheckoutPagesModule,
        CheckoutHttpModule,
        BrowserHttpModule,
      ],
      providers: forEveryRoute(ApiKeyGuard, [
        KnownParametersInterceptor,
        ApiFaultsInterceptor,
        RestartOnResetInterceptor,
        IdempotencyInterceptor,
      ]),
    };
  }
}
