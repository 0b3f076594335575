import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import type { ListView } from '#kernel/list.js';
import type { Scope } from '#kernel/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { validated } from '#platform/http/dto.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { Keys } from '#platform/http/route-keys.js';
import { Resources } from '#engine/resources/resources.js';
import { CreateRecipientDto, UpdateRecipientDto } from './recipient.dto.js';
import { RECIPIENT } from './recipient.resource.js';
import type { RecipientView } from './recipient.view.js';
import { RecipientsService } from './recipients.service.js';

const checked = validated('invalid_recipient');

/** Recipients of transfers. */
@Controller('recipients')
@Keys('secret')
export class RecipientsController {
  constructor(
    private readonly recipients: RecipientsService,
    private readonly resources: Resources,
  ) {}

  /**
   * Create a recipient. Its bank account must then be verified.
   * @throws invalid_recipient, invalid_bank_account
   */
  @Post()
  @HttpCode(200)
  create(@CurrentScope() scope: Scope, @Body(checked) body: CreateRecipientDto): Promise<RecipientView> {
    return this.recipients.create(scope, body);
  }

  /** List recipients. The list always includes the merchant's own bank account. */
  @Get()
  list(@CurrentScope() scope: Scope, @QueryParams() params: Params): Promise<ListView<RecipientView>> {
    return this.recipients.list(scope, params);
  }

  /** Retrieve a recipient. */
  @Get(':id')
  find(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<RecipientView> {
    return this.resources.find(RECIPIENT, scope, id);
  }

  /**
   * Update a recipient.
   * @throws invalid_recipient, invalid_bank_account
   */
  @Patch(':id')
  update(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Body(checked) body: UpdateRecipientDto,
  ): Promise<RecipientView> {
    return this.recipients.update(scope, id, body);
  }

  /**
   * Verify a recipient. Simulates the bank; the recipient is then active.
   * @throws invalid_recipient
   */
  @Patch(':id/verify')
  verify(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<RecipientView> {
    return this.recipients.verify(scope, id);
  }

  /**
   * Delete a recipient.
   * @throws failed_deletion
   */
  @Delete(':id')
  destroy(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<RecipientView> {
    return this.recipients.destroy(scope, id);
  }
}
