import { Injectable } from '@nestjs/common';
import { fail, throwProblems } from '#kernel/errors.js';
import type { Scope, Tenant } from '#kernel/scope.js';
import { parseListQuery, type ListView } from '#kernel/list.js';
import type { Params } from '#platform/http/params.js';
import type { EventKey } from '#engine/events/rules/event-keys.js';
import type { Account } from '#engine/accounts/account.js';
import { newId } from '#engine/writes/new-id.js';
import { OptimisticWrite, type Decision } from '#engine/writes/optimistic-write.js';
import { toRow, toUpdate } from '#engine/writes/rows.js';
import { Resources } from '#engine/resources/resources.js';
import type { Recipient } from './rules/recipient.js';
import {
  eventsOfUpdate,
  eventsOfVerification,
  readBankAccount,
  updatedRecipient,
  verifiedRecipient,
  type RecipientChanges,
} from './rules/recipient.rules.js';
import type { CreateRecipientDto, UpdateRecipientDto } from './recipient.dto.js';
import { RECIPIENT } from './recipient.resource.js';
import { recipientView, type RecipientView } from './recipient.view.js';
import { DefaultRecipient } from './default-recipient.js';

@Injectable()
export class RecipientsService {
  constructor(
    private readonly writes: OptimisticWrite,
    private readonly resources: Resources,
    private readonly defaultRecipient: DefaultRecipient,
  ) {}

  /** With a live key nobody plays the bank: the recipient is verified at once (docs/fidelity.md RC4). */
  create(scope: Scope, body: CreateRecipientDto): Promise<RecipientView> {
    return this.writes.write(scope, (now, { country }) => {
      throwProblems('invalid_recipient', [
        ...blankNameProblems(body.name ?? ''),
        ...(body.bank_account === undefined ? ["bank_account can't be blank"] : []),
      ]);
      const blank = newRecipient(scope, readBankAccount(body.bank_account, country, now), now);
      const made = updatedRecipient(blank, { ...changesOf(body), bankAccount: undefined });
      const recipient = scope.livemode ? verifiedRecipient(made, now) : made;
      const verified = scope.livemode ? eventsOfVerification(made, recipient) : [];
      return {
        insert: { recipient: [toRow('recipient', recipient)] },
        ...decided(recipient, ['recipient.create', ...verified]),
      };
    });
  }

  /** The default recipient is among them, also before anybody has asked for it. */
  async list(scope: Scope, params: Params): Promise<ListView<RecipientView>> {
    // A request with a bad parameter must not write the default recipient.
    parseListQuery(params, new Date(0));
    await this.defaultRecipient.load(scope);
    return this.resources.list(RECIPIENT, scope, params, {
      location: '/recipients',
      only: { deleted: false },
    });
  }

  update(scope: Scope, id: string, body: UpdateRecipientDto): Promise<RecipientView> {
    return this.change(scope, id, (before, now, { country }) => {
      throwProblems('invalid_recipient', blankNameProblems(body.name));
      const bankAccount =
        body.bank_account === undefined
          ? undefined
          : readBankAccount(body.bank_account, country, now, before.bankAccount);
      const after = updatedRecipient(before, { ...changesOf(body), bankAccount });
      return { after, keys: eventsOfUpdate(before, after) };
    });
  }

  /** Verifies the recipient as the bank does, for tests. */
  verify(scope: Scope, id: string): Promise<RecipientView> {
    return this.change(scope, id, (before, now) => {
      if (scope.livemode)
        fail(
          'invalid_recipient',
          'verify requires a test key; a live recipient is verified when it is created',
        );
      const after = verifiedRecipient(before, now);
      return { after, keys: eventsOfVerification(before, after) };
    });
  }

  /** For good. */
  destroy(scope: Scope, id: string): Promise<RecipientView> {
    return this.change(scope, id, (before) => {
      if (before.isDefault) fail('failed_deletion', 'the default recipient cannot be deleted');
      return { after: { ...before, deleted: true }, keys: ['recipient.destroy'] };
    });
  }

  private change(
    tenant: Tenant,
    id: string,
    decide: (
      before: Recipient,
      now: Date,
      account: Account,
    ) => { readonly after: Recipient; readonly keys: readonly EventKey[] },
  ): Promise<RecipientView> {
    return this.writes.change('recipient', tenant, id, async (now, account) => {
      const before = await this.resources.load(RECIPIENT, tenant, id);
      const { after, keys } = decide(before, now, account);
      if (keys.length === 0) return { answer: recipientView(before) };
      return { updates: [toUpdate('recipient', before, after)], ...decided(after, keys) };
    });
  }
}

/** The answer and the events, which show the recipient alike. */
function decided(
  after: Recipient,
  keys: readonly EventKey[],
): Pick<Decision<RecipientView>, 'answer' | 'events'> {
  const view = recipientView(after);
  return { answer: view, events: keys.map((key) => ({ key, objectId: view.id, data: view })) };
}

function newRecipient(
  { accountId, livemode }: Tenant,
  bankAccount: Recipient['bankAccount'],
  now: Date,
): Recipient {
  return {
    id: newId('recipient', livemode),
    accountId,
    livemode,
    version: 0,
    name: '',
    email: null,
    description: null,
    type: 'individual',
    taxId: '',
    bankAccount,
    isDefault: false,
    failureCode: null,
    metadata: {},
    deleted: false,
    createdAt: now,
    verifiedAt: null,
    activatedAt: null,
  };
}

function changesOf({
  name,
  email,
  description,
  type,
  tax_id: taxId,
  metadata,
}: UpdateRecipientDto): RecipientChanges {
  return { name, email, description, type, taxId, metadata };
}

function blankNameProblems(name: string | undefined): string[] {
  return name?.trim() === '' ? ["name can't be blank"] : [];
}
