import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { Controller, Get, Header, Inject, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { failNotFound } from '#kernel/errors.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { NoKey } from '#platform/http/route-keys.js';
import { NO_ICON } from '../kit/page.js';
import { OPENAPI } from './generated/openapi.js';

/** Everything it is made with is here; what its forms ask goes to any host by script. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  'connect-src *',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tollgate API</title>
${NO_ICON.text}
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const START = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', deepLinking: true, docExpansion: 'list', validatorUrl: null });
`;

const { resolve } = createRequire(import.meta.url);
/** Megabytes that few ever ask for: not kept in memory. */
const swaggerUi = (file: string): (() => Promise<string>) => {
  const path = resolve(`swagger-ui-dist/${file}`);
  return () => readFile(path, 'utf8');
};

const PARTS = new Map([
  ['start.js', () => Promise.resolve(START)],
  ['swagger-ui.css', swaggerUi('swagger-ui.css')],
  ['swagger-ui-bundle.js', swaggerUi('swagger-ui-bundle.js')],
]);

/** The OpenAPI document of the API (docs/decisions/0009-openapi-and-dtos.md), and its reference page. */
@Controller()
@NoKey()
export class OpenApiController {
  private document: string | undefined;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /**
   * Retrieve the OpenAPI document.
   * @answers 200 application/json
   */
  @Get('openapi.json')
  find(@Res() res: Response): void {
    const { baseUrl, vaultUrl, payUrl } = this.settings;
    this.document ??= JSON.stringify(OPENAPI)
      .replaceAll('{base_url}', baseUrl)
      .replaceAll('{vault_url}', vaultUrl)
      .replaceAll('{pay_url}', payUrl);
    res.type('json').send(this.document);
  }

  /**
   * Show the API reference.
   * @answers 200 text/html
   */
  @Get('docs')
  @Header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
  @Header('Referrer-Policy', 'same-origin')
  @Header('X-Content-Type-Options', 'nosniff')
  show(@Res() res: Response): void {
    res.type('html').send(PAGE);
  }

  /**
   * Retrieve a file of the API reference.
   * @answers 200 text/css text/javascript
   */
  @Get('docs/:part')
  @Header('X-Content-Type-Options', 'nosniff')
  async part(@Param('part') name: string, @Res() res: Response): Promise<void> {
    const part = PARTS.get(name);
    if (part === undefined) return failNotFound('part', name);
    res.type(extname(name)).send(await part());
  }
}
