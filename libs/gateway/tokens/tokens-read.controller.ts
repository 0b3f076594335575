import { Controller, Get, Param } from '@nestjs/common';
import type { Scope } from '#domain/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { Keys } from '#platform/http/route-keys.js';
import { TokenReader } from './token.reader.js';
import type { TokenView } from './token.view.js';

/**
 * What the vault shows of tokens, for the public key alone; the control host shows it too (docs/fidelity.md T1).
 * @host vault
 * @resource Tokens
 */
@Controller('tokens')
@Keys('public')
export class TokensReadController {
  constructor(private readonly tokens: TokenReader) {}

  /** Retrieves a token. */
  @Get(':id')
  find(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<TokenView> {
    return this.tokens.view(scope, id);
  }
}
