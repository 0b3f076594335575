import { Injectable } from '@nestjs/common';
import { fail, joinSentence } from '#kernel/errors.js';
import type { Scope } from '#kernel/scope.js';
import type { EventKey } from '#engine/events/rules/event-keys.js';
import type { Decision } from '#engine/writes/optimistic-write.js';
import { toUpdate } from '#engine/writes/rows.js';
import { checkCardUpdate } from '../cards/rules/card-update.rules.js';
import type { Card } from '../cards/rules/card.js';
import { cardView, type CardView } from '../cards/card.view.js';
import { withoutCard } from './rules/customer.rules.js';
import type { UpdateCardDto } from './customer.dto.js';
import { CustomerLifecycle } from './customer.lifecycle.js';
import { CustomerReader } from './customer.reader.js';

@Injectable()
export class CustomerCardsService {
  constructor(
    private readonly lifecycle: CustomerLifecycle,
    private readonly reader: CustomerReader,
  ) {}

  update(scope: Scope, customerId: string, id: string, body: UpdateCardDto): Promise<CardView> {
    return this.lifecycle.change(scope, customerId, async ({ customer }, now) => {
      const before = await this.reader.cardOf(scope, customerId, id);
      const checked = checkCardUpdate(before, body, now);
      if ('problems' in checked) return fail('invalid_card', joinSentence(checked.problems));
      return { customer, ...decided('card.update', before, checked.card) };
    });
  }

  destroy(scope: Scope, customerId: string, id: string): Promise<CardView> {
    return this.lifecycle.change(scope, customerId, async ({ customer }) => {
      const before = await this.reader.cardOf(scope, customerId, id);
      const latestOther = await this.reader.latestCardId(scope, customerId, id);
      return {
        customer: withoutCard(customer, id, latestOther),
        ...decided('card.destroy', before, { ...before, deleted: true }),
      };
    });
  }
}

function decided(key: EventKey, before: Card, after: Card): Decision<CardView> {
  const view = cardView(after);
  return {
    answer: view,
    updates: [toUpdate('card', before, after)],
    events: [{ key, objectId: view.id, data: view }],
  };
}
