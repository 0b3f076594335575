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
 * The vault's hidden frame for the browser library up to 2.9.1. The library creates tokens through it
 * (docs/fidelity.md BL7).
 * @host vault
 * @tag Hidden Frame
 */
@Controller()
@NoKey()
export class XdmFrameController {
  /**
   * Show the hidden frame. Its script reads the parameters; the response is always the same.
   * @query xdm_e Origin of the page that contains the frame.
   * @query xdm_c Prefix of the messages between the page and the frame.
   * @query xdm_p `1`: messages are sent with `postMessage`.
   * @answers 200 text/html
   */
  @Get('provider')
  async page(@Res() res: Response): Promise<void> {
    res.set({ 'Content-Security-Policy': POLICY.join('; '), 'Referrer-Policy': 'no-referrer' });
    await sendBuilt('provider.html', 'html', res);
  }

  /**
   * Retrieve the script of the hidden frame.
   * @answers 200 text/javascript
   */
  @Get('provider.js')
  script(@Res() res: Response): Promise<void> {
    return sendBuilt('provider.js', 'js', res);
  }
}
