import { Controller, Get, Param } from '@nestjs/common';
import type { Scope } from '#kernel/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { Keys } from '#platform/http/route-keys.js';
import { TokenReader } from './token.reader.js';
import type { TokenView } from './token.view.js';

/**
 * Tokens, on the vault with the public key (docs/fidelity.md T1), and on the control host.
 * @host vault
 * @resource Tokens
 */
@Controller('tokens')
@Keys('public')
export class TokensReadController {
  constructor(private readonly tokens: TokenReader) {}

  /** Retrieve a token. */
  @Get(':id')
  find(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<TokenView> {
    return this.tokens.view(scope, id);
  }
}
