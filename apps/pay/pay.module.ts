import { Module, type DynamicModule } from '@nestjs/common';
import type { Settings } from '#platform/config/settings.js';
import { HealthModule } from '#platform/http/health.module.js';
import type { SharedParts } from '#platform/process/shared-parts.js';
import { PlatformModule } from '#platform/platform.module.js';
import { AccountsModule } from '#engine/accounts/accounts.module.js';
import { followRequests } from '#engine/request-log/follow-requests.js';
import { RequestsModule } from '#engine/auth/requests.module.js';
import { CheckoutSessionsController } from '#resources/checkout/checkout-sessions.controller.js';
import { CheckoutModule } from '#resources/checkout/checkout.module.js';
import { AuthorizationsModule } from '#pages/authorizations/authorizations.module.js';
import { BrowserController } from '#pages/browser/browser.controller.js';
import { CheckoutPagesController } from '#pages/checkout/checkout-pages.controller.js';
import { LinkPagesModule } from '#pages/links/link-pages.module.js';
import { errorPage } from '#pages/kit/error.page.js';
import { PagePaymentsModule } from '#pages/payments/page-payments.module.js';
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
        RequestsModule,
        HealthModule,
        RootModule,
        AuthorizationsModule,
        RegistrationsModule,
        LinkPagesModule,
        CheckoutModule,
        PagePaymentsModule,
      ],
      controllers: [BrowserController, CheckoutPagesController, CheckoutSessionsController],
    };
  }
}
