import { AccountsModule } from '#gateway/accounts/accounts.module.js';
import { Module, type DynamicModule } from '@nestjs/common';
import { AuthorizationsModule } from '#gateway/authorizations/authorizations.module.js';
import { BrowserController } from '#gateway/browser/browser.controller.js';
import { CheckoutPagesController } from '#gateway/checkout/checkout-pages.controller.js';
import { CheckoutSessionsController } from '#gateway/checkout/checkout-sessions.controller.js';
import { CheckoutModule } from '#gateway/checkout/checkout.module.js';
import { LinkPagesModule } from '#gateway/links/link-pages.module.js';
import { errorPage } from '#gateway/pages/error.page.js';
import { PagePaymentsModule } from '#gateway/payment-pages/page-payments.module.js';
import { RegistrationsModule } from '#gateway/registrations/registrations.module.js';
import type { Settings } from '#platform/config/settings.js';
import { followRequests } from '#gateway/request-log/follow-requests.js';
import { RequestsModule } from '#gateway/requests/requests.module.js';
import { RootModule } from '#gateway/root/root.module.js';
import { HealthModule } from '#platform/http/health.module.js';
import type { SharedParts } from '#platform/process/shared-parts.js';
import { PlatformModule } from '#platform/platform.module.js';

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
