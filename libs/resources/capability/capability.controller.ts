import { Controller, Get } from '@nestjs/common';
import type { Scope } from '#kernel/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { Keys } from '#platform/http/route-keys.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { capabilityView, type CapabilityView } from './capability.view.js';

/** The payment methods of the account. */
@Controller('capability')
export class CapabilityController {
  constructor(private readonly directory: AccountDirectory) {}

  /**
   * Retrieve the capability. With the setting `FIDELITY=recorded` the list is longer, and the secret key may
   * read it too. Payment methods that are not listed can be charged nevertheless.
   */
  @Get()
  @Keys('public', { whenRecorded: 'secret' })
  async find(@CurrentScope() scope: Scope): Promise<CapabilityView> {
    return capabilityView(await this.directory.get(scope.accountId));
  }
}
