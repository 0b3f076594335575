import { Controller, Get } from '@nestjs/common';
import type { Scope } from '#domain/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { Keys } from '#platform/http/route-keys.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { capabilityView, type CapabilityView } from './capability.view.js';

/** What the account can be paid with. */
@Controller('capability')
export class CapabilityController {
  constructor(private readonly directory: AccountDirectory) {}

  /**
   * Tells what the account can be paid with. Where the setting `FIDELITY` is `recorded` it names more, and the secret key opens it too. What
   * is not named can be charged nevertheless.
   */
  @Get()
  @Keys('public', { whenRecorded: 'secret' })
  async find(@CurrentScope() scope: Scope): Promise<CapabilityView> {
    return capabilityView(await this.directory.get(scope.accountId));
  }
}
