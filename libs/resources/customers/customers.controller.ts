import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import type { ListView } from '#kernel/list.js';
import type { Scope } from '#kernel/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { validated } from '#platform/http/dto.js';
import { QueryParams, type Params } from '#platform/http/params.js';
import { Keys } from '#platform/http/route-keys.js';
import { Resources } from '#engine/resources/resources.js';
import { CreateCustomerDto, UpdateCustomerDto } from './customer.dto.js';
import { CUSTOMER } from './customer.resource.js';
import type { CustomerView } from './customer.view.js';
import { CustomersService } from './customers.service.js';

const checked = validated('bad_request');

/** Customers and their saved cards. */
@Controller('customers')
@Keys('secret')
export class CustomersController {
  constructor(
    private readonly resources: Resources,
    private readonly customers: CustomersService,
  ) {}

  /**
   * Create a customer. With `card`, the card of a token is saved.
   * @throws used_token, not_found
   */
  @Post()
  @HttpCode(200)
  create(@CurrentScope() scope: Scope, @Body(checked) body: CreateCustomerDto): Promise<CustomerView> {
    return this.customers.create(scope, body);
  }

  /** List customers. */
  @Get()
  list(@CurrentScope() scope: Scope, @QueryParams() params: Params): Promise<ListView<CustomerView>> {
    return this.resources.list(CUSTOMER, scope, params, { location: '/customers', only: { deleted: false } });
  }

  /** Retrieve a customer. */
  @Get(':id')
  find(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<CustomerView> {
    return this.resources.find(CUSTOMER, scope, id);
  }

  /**
   * Update a customer. With `card`, another card is saved.
   * @throws used_token
   */
  @Patch(':id')
  update(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Body(checked) body: UpdateCustomerDto,
  ): Promise<CustomerView> {
    return this.customers.update(scope, id, body);
  }

  /** Delete a customer. Their cards are deleted too. */
  @Delete(':id')
  destroy(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<CustomerView> {
    return this.customers.destroy(scope, id);
  }
}
