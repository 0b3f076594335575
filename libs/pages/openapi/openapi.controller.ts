import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { NoKey } from '#platform/http/route-keys.js';
import { ReferencePage } from './reference.response.js';

/**
 * The OpenAPI document of the API (docs/decisions/0009-openapi-and-dtos.md), and its reference page.
 * @tag OpenAPI
 */
@Controller()
@NoKey()
export class OpenApiController {
  private document: Promise<string> | undefined;
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
  async find(@Res() res: Response): Promise<void> {
    res.type('json').send(await this.text());
  }

  /**
   * Show the API reference.
   * @answers 200 text/html
   */
  @Get('docs')
  show(@Req() req: Request, @Res() res: Response): Promise<void> {
    return this.reference.send(req, res);
  }

  private text(): Promise<string> {
    this.document ??= this.load();
    return this.document;
  }

  /** Documents are big, and most installations are never asked for them. */
  private async load(): Promise<string> {
    const { OPENAPI } = await import('./generated/openapi.js');
    const { baseUrl, vaultUrl, payUrl } = this.settings;
    return OPENAPI.replaceAll('{base_url}', baseUrl)
      .replaceAll('{vault_url}', vaultUrl)
      .replaceAll('{pay_url}', payUrl);
  }
}
