import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { NoKey } from '#platform/http/route-keys.js';
import { sendBuilt } from './built-files.js';

/** Pages of every site have it in a frame. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors http: https:',
];

/**
 * The page of the vault that copies of the browser library up to 2.9.1 have in a hidden frame, and make tokens through (docs/fidelity.md BL7).
 * @host vault
 */
@Controller()
@NoKey()
export class ProviderController {
  /**
   * Serves the page. Its script reads the parameters: they change nothing of what is served.
   * @query xdm_e The origin of the page that has this one in a frame.
   * @query xdm_c The first word of the messages between the two.
   * @query xdm_p `1`: they post messages.
   * @answers 200 text/html
   */
  @Get('provider')
  async page(@Res() res: Response): Promise<void> {
    res.set({ 'Content-Security-Policy': POLICY.join('; '), 'Referrer-Policy': 'no-referrer' });
    await sendBuilt('provider.html', 'html', res);
  }

  /**
   * Serves what the page runs.
   * @answers 200 text/javascript
   */
  @Get('provider.js')
  script(@Res() res: Response): Promise<void> {
    return sendBuilt('provider.js', 'js', res);
  }
}
