import { Controller, Get, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { Scope } from '#domain/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { queryParams } from '#platform/http/params.js';
import { Keys } from '#platform/http/route-keys.js';
import { SearchService } from './search.service.js';
import type { SearchView } from './search.view.js';

/** Finding objects of one kind. */
@Controller('search')
@Keys('secret')
export class SearchController {
  constructor(private readonly searching: SearchService) {}

  /**
   * Searches for objects of one kind.
   * @query scope { "required": true, "schema": { "type": "string", "enum": ["charge", "charge_schedule", "customer", "dispute", "link", "recipient", "refund", "transaction", "transfer", "transfer_schedule"] } } What is searched for.
   * @query query An id, with `id:` before it or without, of the object or of its customer; the code of a currency; or words that must all be in the description, the metadata, the name, the email, the title, the message, the name on the card or the failure message. Words are separated by everything but letters and digits.
   * @query filters { "style": "deepObject", "explode": true, "schema": { "type": "object", "additionalProperties": { "type": "string" } } } What must be true besides, such as `filters[captured]=yes`. Amounts are in the main unit of their currency, as `filters[amount]=4096.69` or `filters[amount]=10..20.5`. Dates are days in the account's country, as `filters[created]=2026-01-01..2026-01-31` or `today`, `yesterday`, `this_week`, `last_week`, `this_month`, `last_month`.
   * @query order { "schema": { "type": "string", "enum": ["chronological", "reverse_chronological"], "default": "chronological" } } By the time of creation.
   * @query page { "schema": { "type": "integer", "minimum": 1, "default": 1 } } From 1.
   * @query per_page { "schema": { "type": "integer", "minimum": 1, "maximum": 100, "default": 30 } } How many at most.
   * @throws invalid_scope, invalid_filter, invalid_page, invalid_per_page
   */
  @Get()
  search(@CurrentScope() scope: Scope, @Req() req: Request): Promise<SearchView> {
    return this.searching.search(scope, queryParams(req));
  }
}
