import { Inject, Injectable } from '@nestjs/common';
import { fail, joinSentence } from '#kernel/errors.js';
import type { Scope, Tenant } from '#kernel/scope.js';
import { isObject, isUnset } from '#kernel/values.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { newId } from '#engine/writes/new-id.js';
import { OptimisticWrite } from '#engine/writes/optimistic-write.js';
import { toRow } from '#engine/writes/rows.js';
import type { Card } from '../cards/rules/card.js';
import { checkCardRequest, type CardFacts } from '../cards/rules/card.rules.js';
import { checkTokenizationRequest } from '../cards/rules/tokenization.rules.js';
import { cardFingerprint } from '../cards/rules/fingerprint.js';
import type { Token } from './rules/token.js';
import type { CreateTokenDto } from './token.dto.js';
import { tokenView, type TokenView } from './token.view.js';

const CARD_AND_TOKENIZATION = 'card and tokenization cannot be sent together; send one';

/** Creates tokens. Card numbers exist only here, in the arguments of a request. */
@Injectable()
export class TokensService {
  constructor(
    private readonly writes: OptimisticWrite,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  create(scope: Scope, body: CreateTokenDto): Promise<TokenView> {
    return this.writes.write(scope, (now, { publicId, idSeed, vaultUrl }) => {
      const checked = checkCard(body, now);
      if ('problems' in checked) return fail('invalid_card', joinSentence(checked.problems));
      const fingerprint = cardFingerprint(this.settings.vaultSecret, idSeed ?? publicId, checked.number);
      const card = newCard(scope, { ...checked.facts, fingerprint }, now);
      const token = newToken(card);
      return {
        insert: { card: [toRow('card', card)], token: [toRow('token', token)] },
        answer: tokenView({ token, card, chargeStatus: null }, vaultUrl),
      };
    });
  }
}

/** Throws `missing_card` without card and wallet. A card whose fields are empty is validated as a card. */
function checkCard({ card, tokenization }: CreateTokenDto, now: Date): ReturnType<typeof checkCardRequest> {
  if (isObject(tokenization))
    return isUnset(card)
      ? checkTokenizationRequest(tokenization, now)
      : { problems: [CARD_AND_TOKENIZATION] };
  return isObject(card) && Object.keys(card).length > 0 ? checkCardRequest(card, now) : fail('missing_card');
}

function newCard(
  { accountId, livemode }: Tenant,
  facts: CardFacts & { fingerprint: string },
  now: Date,
): Card {
  const id = newId('card', livemode);
  return {
    ...facts,
    id,
    accountId,
    livemode,
    version: 0,
    customerId: null,
    attachedAt: null,
    deleted: false,
    createdAt: now,
  };
}

function newToken({ id: cardId, accountId, livemode, createdAt }: Card): Token {
  const id = newId('token', livemode);
  return { id, accountId, livemode, version: 0, cardId, usedAt: null, chargeId: null, createdAt };
}
