import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { NoKey } from '#platform/http/route-keys.js';
import { ReferencePage } from '#pages/openapi/reference.response.js';

/**
 * The OpenAPI document of the control API (docs/decisions/0009-openapi-and-dtos.md), and its reference page.
 * @host control
 * @tag OpenAPI
 */
@Controller()
@NoKey()
export class ControlOpenApiController {
  private document: Promise<string> | undefined;
  private readonly reference: ReferencePage;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {
    const api = { title: 'API reference', url: `${settings.baseUrl}/docs` };
    this.reference = new ReferencePage(() => this.text(), api, settings.controlUrl);
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
   * Show the control API reference.
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

  private async load(): Promise<string> {
    const { CONTROL_OPENAPI } = await import('#pages/openapi/generated/openapi.js');
    return CONTROL_OPENAPI.replaceAll('{control_url}', this.settings.controlUrl);
  }
}
