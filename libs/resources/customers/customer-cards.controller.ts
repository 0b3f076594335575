import { Body, Controller, Delete, Get, Param, Patch } from '@nestjs/common';
import type { ListView } from '#kernel/list.js';
import type { Scope } from '#kernel/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { validated } from '#platform/http/dto.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { Keys } from '#platform/http/route-keys.js';
import type { CardView } from '../cards/card.view.js';
import { CustomerCardsService } from './customer-cards.service.js';
import { UpdateCardDto } from './customer.dto.js';
import { CustomerReader } from './customer.reader.js';

/** Saved cards of a customer. */
@Controller('customers/:id/cards')
@Keys('secret')
export class CustomerCardsController {
  constructor(
    private readonly reader: CustomerReader,
    private readonly cards: CustomerCardsService,
  ) {}

  /** List the cards of a customer. */
  @Get()
  list(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @QueryParams() params: Params,
  ): Promise<ListView<CardView>> {
    return this.reader.listCards(scope, id, params);
  }

  /** Retrieve a card. */
  @Get(':card')
  find(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Param('card') card: string,
  ): Promise<CardView> {
    return this.reader.findCard(scope, id, card);
  }

  /**
   * Update a card.
   * @throws invalid_card
   */
  @Patch(':card')
  update(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Param('card') card: string,
    @Body(validated('invalid_card')) body: UpdateCardDto,
  ): Promise<CardView> {
    return this.cards.update(scope, id, card, body);
  }

  /** Delete a card. */
  @Delete(':card')
  destroy(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Param('card') card: string,
  ): Promise<CardView> {
    return this.cards.destroy(scope, id, card);
  }
}
