import { Controller, Get, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { Scope } from '#kernel/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { queryParams } from '#platform/http/params.js';
import { Keys } from '#platform/http/route-keys.js';
import { SearchService } from './search.service.js';
import type { SearchView } from './search.view.js';

/** Search for objects of one kind. */
@Controller('search')
@Keys('secret')
export class SearchController {
  constructor(private readonly searching: SearchService) {}

  /**
   * Search for objects.
   * @query scope { "required": true, "schema": { "type": "string", "enum": ["charge", "charge_schedule",
   * "customer", "dispute", "link", "recipient", "refund", "transaction", "transfer", "transfer_schedule"] } }
   * Kind of object.
   * @query query An ID of the object or its customer, optionally with the prefix `id:`; a currency code; or
   * words. All words must occur in the description, metadata, name, email, title, message, name on the card
   * or failure message. Any character except letters and digits separates words.
   * @query filters { "style": "deepObject", "explode": true, "schema": { "type": "object",
   * "additionalProperties": { "type": "string" } } } Further conditions, such as `filters[captured]=yes`.
   * Amounts are in the main unit of their currency: `filters[amount]=4096.69` or `filters[amount]=10..20.5`.
   * Dates are days in the time zone of the account's country: `filters[created]=2026-01-01..2026-01-31`, or
   * `today`, `yesterday`, `this_week`, `last_week`, `this_month`, `last_month`.
   * @query order { "schema": { "type": "string", "enum": ["chronological", "reverse_chronological"],
   * "default": "chronological" } } Sort order by creation time.
   * @query page { "schema": { "type": "integer", "minimum": 1, "default": 1 } } Page number, starting at 1.
   * @query per_page { "schema": { "type": "integer", "minimum": 1, "maximum": 100, "default": 30 } } Maximum
   * number of objects per page.
   * @throws invalid_scope, invalid_filter, invalid_page, invalid_per_page
   */
  @Get()
  search(@CurrentScope() scope: Scope, @Req() req: Request): Promise<SearchView> {
    return this.searching.search(scope, queryParams(req));
  }
}
