import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import type { ListView } from '#domain/list.js';
import type { Scope } from '#domain/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { validated } from '#platform/http/dto.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { Keys } from '#platform/http/route-keys.js';
import { CreateTransferDto, FailTransferDto, UpdateTransferDto } from './transfer.dto.js';
import { TransferReader } from './transfer.reader.js';
import type { TransferView } from './transfer.view.js';
import { TransfersService } from './transfers.service.js';

const checked = validated('invalid_transfer');

/** Money on its way to bank accounts. */
@Controller('transfers')
@Keys('secret')
export class TransfersController {
  constructor(
    private readonly transfers: TransfersService,
    private readonly reader: TransferReader,
  ) {}

  /**
   * Makes a transfer, which is sent a day later.
   * @throws invalid_transfer, not_found
   */
  @Post()
  @HttpCode(200)
  create(@CurrentScope() scope: Scope, @Body(checked) body: CreateTransferDto): Promise<TransferView> {
    return this.transfers.create(scope, body);
  }

  /** Lists transfers. */
  @Get()
  list(@CurrentScope() scope: Scope, @QueryParams() params: Params): Promise<ListView<TransferView>> {
    return this.reader.list(scope, params);
  }

  /** Retrieves a transfer. */
  @Get(':id')
  find(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<TransferView> {
    return this.reader.find(scope, id);
  }

  /**
   * Changes a transfer that was not sent.
   * @throws invalid_transfer
   */
  @Patch(':id')
  update(@CurrentScope() scope: Scope, @Param('id') id: string, @Body(checked) body: UpdateTransferDto): Promise<TransferView> {
    return this.transfers.update(scope, id, body);
  }

  /**
   * Deletes a transfer that was not sent.
   * @throws failed_deletion
   */
  @Delete(':id')
  destroy(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<TransferView> {
    return this.transfers.destroy(scope, id);
  }

  /**
   * Sends a transfer now: its amount leaves the balance.
   * @throws invalid_transfer
   */
  @Post(':id/mark_as_sent')
  @HttpCode(200)
  markAsSent(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<TransferView> {
    return this.transfers.markAsSent(scope, id);
  }

  /**
   * Plays the bank that has paid a transfer out.
   * @throws invalid_transfer
   */
  @Post(':id/mark_as_paid')
  @HttpCode(200)
  markAsPaid(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<TransferView> {
    return this.transfers.markAsPaid(scope, id);
  }

  /**
   * Plays the bank that refuses a transfer: what was sent comes back.
   * @throws invalid_transfer
   */
  @Post(':id/mark_as_failed')
  @HttpCode(200)
  markAsFailed(@CurrentScope() scope: Scope, @Param('id') id: string, @Body(checked) body: FailTransferDto): Promise<TransferView> {
    return this.transfers.markAsFailed(scope, id, body);
  }
}
