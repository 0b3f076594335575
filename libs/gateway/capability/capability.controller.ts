import { Controller, Get } from '@nestjs/common';
import { CAPABILITY_SINCE } from '#domain/api-versions/versions.js';
import type { Scope } from '#domain/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { Keys } from '#platform/http/route-keys.js';
import { Since } from '#platform/http/route-since.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { capabilityView } from './capability.view.js';

@Controller('capability')
@Since(CAPABILITY_SINCE)
export class CapabilityController {
  constructor(private readonly directory: AccountDirectory) {}

  /** Many clients send the secret key (docs/fidelity.md K9). */
  @Get()
  @Keys('public', { whenLenient: 'secret' })
  async find(@CurrentScope() scope: Scope): Promise<Record<string, unknown>> {
    return capabilityView(await this.directory.get(scope.accountId));
  }
}
