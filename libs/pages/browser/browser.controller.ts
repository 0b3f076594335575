import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { NoKey } from '#platform/http/route-keys.js';
import { browserHosts } from './browser-hosts.js';
import { sendBuilt } from './built-files.js';

/**
 * The browser library (Omise.js) and its payment form (docs/fidelity/browser-library.md).
 * @host pay
 */
@Controller()
@NoKey()
export class BrowserController {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /**
   * Retrieve the browser library. Each known file name returns the same library.
   * @query ver Version suffix that shop systems append. It has no effect.
   * @query _ Cache buster that jQuery appends. It has no effect.
   * @answers 200 text/javascript
   */
  @Get(['omise.js', 'omise.js.gz', 'omise.min.js', 'omise.min.js.gz', 'card.js', 'card.js.gz'])
  async library(@Req() req: Request, @Res() res: Response): Promise<void> {
    // Pages of every site load it.
    res.set({ 'Cross-Origin-Resource-Policy': 'cross-origin', 'Access-Control-Allow-Origin': '*' });
    await this.sendScript('omise.js', req, res);
  }

  /**
   * Show the payment form. The library loads it in a frame.
   * @answers 200 text/html
   */
  @Get('pay.html')
  async form(@Req() req: Request, @Res() res: Response): Promise<void> {
    const { interfaceUrl, vaultUrl } = browserHosts(req.headers.host, this.settings);
    const policy = [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      'img-src * data:',
      `connect-src ${[interfaceUrl, vaultUrl].map((url) => new URL(url).origin).join(' ')}`,
      "base-uri 'none'",
      "form-action 'none'",
    ];
    res.set({ 'Content-Security-Policy': policy.join('; '), 'Referrer-Policy': 'no-referrer' });
    await sendBuilt('pay.html', 'html', res);
  }

  /**
   * Retrieve the script of the payment form.
   * @answers 200 text/javascript
   */
  @Get('pay.js')
  script(@Req() req: Request, @Res() res: Response): Promise<void> {
    return this.sendScript('pay.js', req, res);
  }

  /**
   * Retrieve the style sheet of the payment form.
   * @answers 200 text/css
   */
  @Get('pay.css')
  style(@Res() res: Response): Promise<void> {
    return sendBuilt('pay.css', 'css', res);
  }

  /** It finds the addresses in what is around it. */
  private async sendScript(name: string, req: Request, res: Response): Promise<void> {
    const hosts = JSON.stringify(browserHosts(req.headers.host, this.settings));
    await sendBuilt(name, 'js', res, (script) => `(function(TOLLGATE_HOSTS){${script}})(${hosts});\n`);
  }
}
