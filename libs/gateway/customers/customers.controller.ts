import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import type { ListView } from '#domain/list.js';
import type { Scope } from '#domain/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { validated } from '#platform/http/dto.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { Keys } from '#platform/http/route-keys.js';
import { CreateCustomerDto, UpdateCustomerDto } from './customer.dto.js';
import { CustomerReader } from './customer.reader.js';
import type { CustomerView } from './customer.view.js';
import { CustomersService } from './customers.service.js';

const checked = validated('bad_request');

/** Those who come back. */
@Controller('customers')
@Keys('secret')
export class CustomersController {
  constructor(
    private readonly reader: CustomerReader,
    private readonly customers: CustomersService,
  ) {}

  /**
   * Makes a customer, and saves the card of a token.
   * @throws used_token, not_found
   */
  @Post()
  @HttpCode(200)
  create(@CurrentScope() scope: Scope, @Body(checked) body: CreateCustomerDto): Promise<CustomerView> {
    return this.customers.create(scope, body);
  }

  /** Lists customers. */
  @Get()
  list(@CurrentScope() scope: Scope, @QueryParams() params: Params): Promise<ListView<CustomerView>> {
    return this.reader.list(scope, params);
  }

  /** Retrieves a customer. */
  @Get(':id')
  find(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<CustomerView> {
    return this.reader.find(scope, id);
  }

  /**
   * Changes a customer, or saves another card.
   * @throws used_token
   */
  @Patch(':id')
  update(@CurrentScope() scope: Scope, @Param('id') id: string, @Body(checked) body: UpdateCustomerDto): Promise<CustomerView> {
    return this.customers.update(scope, id, body);
  }

  /** Deletes a customer and their cards, for good. */
  @Delete(':id')
  destroy(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<CustomerView> {
    return this.customers.destroy(scope, id);
  }
}
