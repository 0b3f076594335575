import { Injectable } from '@nestjs/common';
import { assertSince } from '#kernel/api-versions/since.js';
import { isOlder, LINKED_ACCOUNTS_SINCE, SOURCES_SINCE } from '#kernel/api-versions/versions.js';
import { fail, throwProblems, joinSentence } from '#kernel/errors.js';
import type { Scope } from '#kernel/scope.js';
import { readDto } from '#platform/http/dto.js';
import type { Account } from '#engine/accounts/account.js';
import type { Card } from '../cards/rules/card.js';
import type { LinkedAccount } from '../linked-accounts/rules/linked-account.js';
import type { PaymentMethod } from '../payment-methods/rules/payment-method.js';
import { findPaymentMethod, paymentMethodOf } from '../payment-methods/rules/registry.js';
import type { Source } from '../sources/rules/source.js';
import type { Token } from '../tokens/rules/token.js';
import { CustomerReader } from '../customers/customer.reader.js';
import { CreateSourceDto } from '../sources/source.dto.js';
import { newSource, SourcesService } from '../sources/sources.service.js';
import { TokenReader } from '../tokens/token.reader.js';
import {
  amountAndCurrencyProblems,
  cardChargeProblems,
  chargeProblems,
  directDebitProblems,
  SOURCE_IS_USED,
} from './rules/charge.rules.js';
import type { CreateChargeDto } from './charge.dto.js';

const NOTHING_TO_CHARGE = 'one of card, customer, linked_account or source is required';
const SOURCE_AND_CARD = 'card and customer cannot be charged together with a source; send one';
const OFFSITE_AND_CARD = 'card and customer cannot be charged together with offsite; send one';
const OFFSITE_NOT_SUPPORTED = 'offsite is currently not supported';
const CARD_IS_MISSING = 'card or customer is required: a card pays the installments';
const LINKED_ACCOUNT_AND_MORE = 'linked_account cannot be charged together with a card or a source; send one';

/**
 * A source, a card or a linked account that pays a charge. White-label installments have a source and a card.
 */
export interface Instrument {
  readonly source: Source | null;
  /** True if the charge creates the source. */
  readonly isNewSource: boolean;
  readonly card: Card | null;
  /** The token of the card. The charge uses it up. */
  readonly token: Token | null;
  readonly linkedAccount: LinkedAccount | null;
}

export const NO_INSTRUMENT: Instrument = {
  source: null,
  isNewSource: false,
  card: null,
  token: null,
  linkedAccount: null,
};

/** Finds the instrument that a request names, and validates the request against it. */
@Injectable()
export class ChargeInstruments {
  constructor(
    private readonly sources: SourcesService,
    private readonly tokens: TokenReader,
    private readonly customers: CustomerReader,
  ) {}

  /** Throws `invalid_charge` with all problems, `not_found`, `used_token`, or `service_not_found`. */
  async find(scope: Scope, account: Account, body: CreateChargeDto, now: Date): Promise<Instrument> {
    if (body.source !== undefined) assertSince(SOURCES_SINCE, scope.apiVersion);
    if (body.linked_account !== undefined)
      return this.findLinkedAccount(scope, body.linked_account, body, now);
    if (body.offsite !== undefined && isOlder(scope.apiVersion, SOURCES_SINCE))
      return offsiteSource(scope, account, body, now);
    const sourceId = idOf(body.source);
    if (sourceId) return this.withCard(scope, body, await this.findSource(scope, sourceId, body, now));
    if (typeof body.source === 'object')
      return this.withCard(scope, body, newSourceOf(scope, account, { ...body.source }, body, now));
    if (namesCard(body)) return this.findCard(scope, body, now);
    if (body.currency === undefined) fail('invalid_charge', "currency can't be blank");
    return fail('not_found', NOTHING_TO_CHARGE);
  }

  private async findLinkedAccount(
    scope: Scope,
    id: string,
    body: CreateChargeDto,
    now: Date,
  ): Promise<Instrument> {
    assertSince(LINKED_ACCOUNTS_SINCE, scope.apiVersion);
    if (body.card !== undefined || body.source !== undefined) fail('invalid_charge', LINKED_ACCOUNT_AND_MORE);
    const linkedAccount = await this.customers.loadLinkedAccount(scope, id, body.customer);
    throwProblems('invalid_charge', directDebitProblems(body, now));
    return { ...NO_INSTRUMENT, linkedAccount };
  }

  private async findCard(scope: Scope, body: CreateChargeDto, now: Date): Promise<Instrument> {
    const instrument = { ...NO_INSTRUMENT, ...(await this.loadCard(scope, body)) };
    throwProblems('invalid_charge', cardChargeProblems(body, now));
    return instrument;
  }

  private async findSource(scope: Scope, id: string, body: CreateChargeDto, now: Date): Promise<Instrument> {
    const { source, isUsed } = await this.sources.load(scope, id);
    const method = paymentMethodOf(source.type);
    assertCardAsNeeded(body, method);
    const problems = chargeProblems(body, source, method, now);
    throwProblems('invalid_charge', isUsed ? [SOURCE_IS_USED, ...problems] : problems);
    return { ...NO_INSTRUMENT, source };
  }

  private async withCard(scope: Scope, body: CreateChargeDto, instrument: Instrument): Promise<Instrument> {
    return namesCard(body) ? { ...instrument, ...(await this.loadCard(scope, body)) } : instrument;
  }

  private async loadCard(
    scope: Scope,
    { card: id, customer }: CreateChargeDto,
  ): Promise<Pick<Instrument, 'card' | 'token'>> {
    if (customer === undefined) return this.tokens.load(scope, id ?? '');
    return { card: await this.customers.loadCard(scope, customer, id), token: null };
  }
}

function idOf(source: CreateChargeDto['source']): string | undefined {
  if (typeof source === 'object') return 'id' in source ? source.id : undefined;
  return source;
}

function namesCard({ card, customer }: CreateChargeDto): boolean {
  return card !== undefined || customer !== undefined;
}

/** Only white-label installments are paid by a card (docs/fidelity.md P15). */
function assertCardAsNeeded(body: CreateChargeDto, method: PaymentMethod | undefined): void {
  const isNeeded = method?.isPaidByCard ?? false;
  if (isNeeded !== namesCard(body)) fail('invalid_charge', isNeeded ? CARD_IS_MISSING : SOURCE_AND_CARD);
}

/**
 * In versions before sources, `offsite` names the payment method (docs/fidelity.md V17). Methods that need
 * more than their name require sources. Throws `invalid_charge` or `service_not_found`.
 */
function offsiteSource(scope: Scope, account: Account, body: CreateChargeDto, now: Date): Instrument {
  if (namesCard(body)) fail('invalid_charge', OFFSITE_AND_CARD);
  const method = findPaymentMethod(body.offsite);
  if (!method)
    return fail('invalid_charge', joinSentence([OFFSITE_NOT_SUPPORTED, ...amountAndCurrencyProblems(body)]));
  const isNamedOnly = method.required.length === 0 && method.installmentTerms === null;
  assertSince(isNamedOnly ? method.since : SOURCES_SINCE, scope.apiVersion);
  return newSourceOf(scope, account, { type: method.type }, body, now);
}

/**
 * A new source with the amount and currency of its charge. Throws `invalid_charge` with the problems of both.
 */
function newSourceOf(
  scope: Scope,
  account: Account,
  described: Record<string, unknown>,
  body: CreateChargeDto,
  now: Date,
): Instrument {
  const { dto, problems } = readDto(CreateSourceDto, {
    zero_interest_installments: body.zero_interest_installments,
    ...described,
    amount: body.amount,
    currency: body.currency,
  });
  const method = findPaymentMethod(dto.type);
  assertCardAsNeeded(body, method);
  const made = newSource(scope, account, dto, now);
  const sourceProblems = 'problems' in made ? [...made.problems, ...problems] : problems;
  throwProblems('invalid_charge', [...sourceProblems, ...chargeProblems(body, undefined, method, now)]);
  return 'source' in made
    ? { ...NO_INSTRUMENT, source: made.source, isNewSource: true }
    : fail('invalid_charge');
}
