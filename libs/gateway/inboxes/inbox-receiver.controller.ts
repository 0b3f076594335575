import { setTimeout as delay } from 'node:timers/promises';
import { Controller, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { keptHeaders, storable } from '#domain/webhooks/kept-headers.js';
import { Ending } from '#platform/http/ending-signal.js';
import { ForAnyone } from '../control/control-access.js';
import { InboxesService } from './inboxes.service.js';

/**
 * Where inboxes receive.
 * @host control
 */
@Controller('inbox')
@ForAnyone()
export class InboxReceiverController {
  constructor(private readonly inboxes: InboxesService) {}

  /**
   * Keeps whatever is sent, at most 1 MiB, and answers as the inbox was told.
   * @answers default
   */
  @Post(':sandbox/:token')
  async receive(
    @Param('sandbox') sandbox: string,
    @Param('token') token: string,
    @Req() req: Request,
    @Res() res: Response,
    @Ending() ending: AbortSignal,
  ): Promise<void> {
    const sent = req.body as unknown;
    const body = Buffer.isBuffer(sent) ? storable(sent.toString('utf8')) : '';
    const { answer, delay: delayMs } = await this.inboxes.receive({ sandbox, token, headers: keptHeaders(req.headers), body });
    if (delayMs > 0) await delay(delayMs, undefined, { signal: ending }).catch(() => undefined);
    res.status(answer).end();
  }
}
