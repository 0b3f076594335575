import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import type { ListView } from '#kernel/list.js';
import type { Scope } from '#kernel/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { validated } from '#platform/http/dto.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { Keys } from '#platform/http/route-keys.js';
import { Resources } from '#engine/resources/resources.js';
import { CreateTransferDto, FailTransferDto, UpdateTransferDto } from './transfer.dto.js';
import { TRANSFER } from './transfer.resource.js';
import type { TransferView } from './transfer.view.js';
import { TransfersService } from './transfers.service.js';

const checked = validated('invalid_transfer');

/** Transfers to bank accounts. */
@Controller('transfers')
@Keys('secret')
export class TransfersController {
  constructor(
    private readonly transfers: TransfersService,
    private readonly resources: Resources,
  ) {}

  /**
   * Create a transfer. It is sent a day later.
   * @throws invalid_transfer, not_found
   */
  @Post()
  @HttpCode(200)
  create(@CurrentScope() scope: Scope, @Body(checked) body: CreateTransferDto): Promise<TransferView> {
    return this.transfers.create(scope, body);
  }

  /** List transfers. */
  @Get()
  list(@CurrentScope() scope: Scope, @QueryParams() params: Params): Promise<ListView<TransferView>> {
    return this.resources.list(TRANSFER, scope, params, { location: '/transfers', only: { deleted: false } });
  }

  /** Retrieve a transfer. */
  @Get(':id')
  find(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<TransferView> {
    return this.resources.find(TRANSFER, scope, id);
  }

  /**
   * Update a transfer. Only an unsent transfer can change.
   * @throws invalid_transfer
   */
  @Patch(':id')
  update(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Body(checked) body: UpdateTransferDto,
  ): Promise<TransferView> {
    return this.transfers.update(scope, id, body);
  }

  /**
   * Delete a transfer. Only an unsent transfer can be deleted.
   * @throws failed_deletion
   */
  @Delete(':id')
  destroy(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<TransferView> {
    return this.transfers.destroy(scope, id);
  }

  /**
   * Mark a transfer as sent. Its amount is deducted from the balance.
   * @throws invalid_transfer
   */
  @Post(':id/mark_as_sent')
  @HttpCode(200)
  markAsSent(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<TransferView> {
    return this.transfers.markAsSent(scope, id);
  }

  /**
   * Mark a transfer as paid. Simulates the bank.
   * @throws invalid_transfer
   */
  @Post(':id/mark_as_paid')
  @HttpCode(200)
  markAsPaid(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<TransferView> {
    return this.transfers.markAsPaid(scope, id);
  }

  /**
   * Mark a transfer as failed. Simulates the bank. A sent amount returns to the balance.
   * @throws invalid_transfer
   */
  @Post(':id/mark_as_failed')
  @HttpCode(200)
  markAsFailed(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Body(checked) body: FailTransferDto,
  ): Promise<TransferView> {
    return this.transfers.markAsFailed(scope, id, body);
  }
}
