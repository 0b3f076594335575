import { Injectable } from '@nestjs/common';
import { fail, joinSentence } from '#kernel/errors.js';
import type { Metadata } from '#kernel/metadata.js';
import type { Scope, Tenant } from '#kernel/scope.js';
import { assertTestMode } from '#engine/auth/test-mode.js';
import { Resources } from '#engine/resources/resources.js';
import { newId } from '#engine/writes/new-id.js';
import {
  REGISTRATION_LASTS_MS,
  type LinkedAccount,
  type RegistrationFailureCode,
} from './rules/linked-account.js';
import { checkLinkedAccountRequest, type LinkedAccountTerms } from './rules/linked-account.rules.js';
import type { CreateLinkedAccountDto } from './linked-account.dto.js';
import { LinkedAccountLifecycle } from './linked-account.lifecycle.js';
import { LINKED_ACCOUNT } from './linked-account.resource.js';
import type { LinkedAccountView } from './linked-account.view.js';

const IN_TESTS_ONLY = 'requires a test key; a live account is registered on its registration_uri';

@Injectable()
export class LinkedAccountsService {
  constructor(
    private readonly resources: Resources,
    private readonly lifecycle: LinkedAccountLifecycle,
  ) {}

  async create(
    scope: Scope,
    { metadata = {}, ...request }: CreateLinkedAccountDto,
  ): Promise<LinkedAccountView> {
    const checked = checkLinkedAccountRequest(request);
    if ('problems' in checked) return fail('bad_request', joinSentence(checked.problems));
    return this.resources.show(
      LINKED_ACCOUNT,
      scope,
      await this.lifecycle.create(scope, (now) => newLinkedAccount(scope, checked.terms, metadata, now)),
    );
  }

  /**
   * Registers the account as the button on its page does, for tests without a browser (docs/fidelity.md LA5).
   */
  async markAsRegistered(scope: Scope, id: string): Promise<LinkedAccountView> {
    await assertTestMode(
      scope,
      () => this.resources.load(LINKED_ACCOUNT, scope, id),
      `mark_as_registered ${IN_TESTS_ONLY}`,
    );
    return this.resources.show(LINKED_ACCOUNT, scope, await this.lifecycle.register(scope, id));
  }

  async markAsFailed(
    scope: Scope,
    id: string,
    failureCode: RegistrationFailureCode = 'payment_rejected',
  ): Promise<LinkedAccountView> {
    await assertTestMode(
      scope,
      () => this.resources.load(LINKED_ACCOUNT, scope, id),
      `mark_as_failed ${IN_TESTS_ONLY}`,
    );
    return this.resources.show(LINKED_ACCOUNT, scope, await this.lifecycle.refuse(scope, id, failureCode));
  }
}

function newLinkedAccount(
  { accountId, livemode }: Tenant,
  terms: LinkedAccountTerms,
  metadata: Metadata,
  now: Date,
): LinkedAccount {
  return {
    id: newId('linked_account', livemode),
    accountId,
    livemode,
    version: 0,
    ...terms,
    status: 'pending',
    lastDigits: null,
    metadata,
    failureCode: null,
    customerId: null,
    registeredAt: null,
    expiresAt: new Date(now.getTime() + REGISTRATION_LASTS_MS),
    createdAt: now,
  };
}
