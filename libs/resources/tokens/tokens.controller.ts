import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { Scope } from '#kernel/scope.js';
import { CurrentScope } from '#platform/http/current-scope.js';
import { validated } from '#platform/http/dto.js';
import { Keys } from '#platform/http/route-keys.js';
import { CreateTokenDto } from './token.dto.js';
import type { TokenView } from './token.view.js';
import { TokensService } from './tokens.service.js';

/**
 * Tokens, on the vault with the public key (docs/fidelity.md T1).
 * @host vault
 */
@Controller('tokens')
@Keys('public')
export class TokensController {
  constructor(private readonly tokens: TokensService) {}

  /**
   * Create a token. Only the vault receives card numbers, and it does not store them.
   * @throws invalid_card, missing_card
   */
  @Post()
  @HttpCode(200)
  create(
    @CurrentScope() scope: Scope,
    @Body(validated('invalid_card')) body: CreateTokenDto,
  ): Promise<TokenView> {
    return this.tokens.create(scope, body);
  }
}
