import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { SETTINGS } from '#platform/config/config.module.js';
import type { Settings } from '#platform/config/settings.js';
import { NoKey } from '#platform/http/route-keys.js';
import { CONTROL_OPENAPI } from './generated/openapi.js';

/**
 * The document of the control host, made from the code (docs/decisions/0009-openapi-from-types.md).
 * @host control
 */
@Controller()
@NoKey()
export class ControlOpenApiController {
  private readonly document: string;

  constructor(@Inject(SETTINGS) { controlUrl }: Settings) {
    this.document = JSON.stringify(CONTROL_OPENAPI).replaceAll('{control_url}', controlUrl);
  }

  /**
   * Tells what the control host can do, as an OpenAPI document.
   * @answers 200 application/json
   */
  @Get('openapi.json')
  find(@Res() res: Response): void {
    res.type('json').send(this.document);
  }
}
