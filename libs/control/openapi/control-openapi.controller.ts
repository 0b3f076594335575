import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { NoKey } from '#platform/http/route-keys.js';
import { CONTROL_OPENAPI } from '#pages/openapi/generated/openapi.js';

/**
 * The OpenAPI document of the control API (docs/decisions/0009-openapi-and-dtos.md).
 * @host control
 */
@Controller()
@NoKey()
export class ControlOpenApiController {
  private document: string | undefined;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /**
   * Retrieve the OpenAPI document.
   * @answers 200 application/json
   */
  @Get('openapi.json')
  find(@Res() res: Response): void {
    this.document ??= JSON.stringify(CONTROL_OPENAPI).replaceAll('{control_url}', this.settings.controlUrl);
    res.type('json').send(this.document);
  }
}
