import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { NoKey } from '#platform/http/route-keys.js';
import { OPENAPI } from './generated/openapi.js';
import { ReferencePage } from './reference.response.js';

/**
 * The OpenAPI document of the API (docs/decisions/0009-openapi-and-dtos.md), and its reference page.
 * @tag OpenAPI
 */
@Controller()
@NoKey()
export class OpenApiController {
  private document: string | undefined;
  private readonly reference: ReferencePage;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {
    const control = { title: 'Control API reference', url: `${settings.controlUrl}/docs` };
    this.reference = new ReferencePage(() => this.text(), control, settings.controlUrl);
  }

  /**
   * Retrieve the OpenAPI document.
   * @answers 200 application/json
   */
  @Get('openapi.json')
  find(@Res() res: Response): void {
    res.type('json').send(this.text());
  }

  /**
   * Show the API reference.
   * @answers 200 text/html
   */
  @Get('docs')
  show(@Req() req: Request, @Res() res: Response): Promise<void> {
    return this.reference.send(req, res);
  }

  private text(): string {
    const { baseUrl, vaultUrl, payUrl } = this.settings;
    this.document ??= JSON.stringify(OPENAPI)
      .replaceAll('{base_url}', baseUrl)
      .replaceAll('{vault_url}', vaultUrl)
      .replaceAll('{pay_url}', payUrl);
    return this.document;
  }
}
