import { Injectable } from '@nestjs/common';
import { parseAmount } from '#kernel/amount.js';
import { fail } from '#kernel/errors.js';
import type { FailureCode } from '#kernel/failures.js';
import type { ListView } from '#kernel/list.js';
import { assertMetadata } from '#kernel/metadata.js';
import type { Scope } from '#kernel/scope.js';
import type { Params } from '#platform/http/params.js';
import { assertTestMode } from '#engine/auth/test-mode.js';
import type { StoredEventView } from '#engine/events/event.view.js';
import { Resources } from '#engine/resources/resources.js';
import { EventsService } from '../events/events.service.js';
import type { CaptureDto, UpdateChargeDto } from './charge.dto.js';
import { ChargeLifecycle } from './charge.lifecycle.js';
import { CHARGE } from './charge.resource.js';
import type { ChargeView } from './charge.view.js';

const IN_TESTS_ONLY = 'requires a test key; a live charge is settled on its authorize_uri';

@Injectable()
export class ChargesService {
  constructor(
    private readonly resources: Resources,
    private readonly lifecycle: ChargeLifecycle,
    private readonly events: EventsService,
  ) {}

  async update(scope: Scope, id: string, body: UpdateChargeDto): Promise<ChargeView> {
    const { description } = body;
    const metadata = body.metadata === undefined ? {} : { metadata: assertMetadata(body.metadata) };
    return this.resources.show(
      CHARGE,
      scope,
      await this.lifecycle.describe(scope, id, {
        ...(description === undefined ? {} : { description }),
        ...metadata,
      }),
    );
  }

  async capture(scope: Scope, id: string, body: CaptureDto): Promise<ChargeView> {
    const parsed = body.capture_amount === undefined ? undefined : parseAmount(body.capture_amount);
    if (parsed && 'problem' in parsed) return fail('failed_capture', `capture_${parsed.problem}`);
    return this.resources.show(CHARGE, scope, await this.lifecycle.capture(scope, id, parsed?.value));
  }

  async reverse(scope: Scope, id: string): Promise<ChargeView> {
    return this.resources.show(CHARGE, scope, await this.lifecycle.reverse(scope, id));
  }

  async expire(scope: Scope, id: string): Promise<ChargeView> {
    return this.resources.show(CHARGE, scope, await this.lifecycle.expire(scope, id));
  }

  /** Approves the payment as the customer would, for tests without a browser (docs/fidelity.md C8). */
  async markAsPaid(scope: Scope, id: string): Promise<ChargeView> {
    await assertTestMode(
      scope,
      () => this.resources.load(CHARGE, scope, id),
      `mark_as_paid ${IN_TESTS_ONLY}`,
    );
    return this.resources.show(CHARGE, scope, await this.lifecycle.authorize(scope, id));
  }

  async markAsFailed(
    scope: Scope,
    id: string,
    failureCode: FailureCode = 'payment_rejected',
  ): Promise<ChargeView> {
    await assertTestMode(
      scope,
      () => this.resources.load(CHARGE, scope, id),
      `mark_as_failed ${IN_TESTS_ONLY}`,
    );
    return this.resources.show(CHARGE, scope, await this.lifecycle.decline(scope, id, failureCode));
  }

  async listEvents(scope: Scope, id: string, params: Params): Promise<ListView<StoredEventView>> {
    const { charge } = await this.resources.load(CHARGE, scope, id);
    return this.events.listOf(scope, charge.id, `/charges/${charge.id}`, params);
  }
}
