import { setTimeout as delay } from 'node:timers/promises';
import { Controller, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { keptHeaders, storable } from '#domain/webhooks/kept-headers.js';
import { Ending } from '#platform/http/ending-signal.js';
import { ForAnyone } from '../control/control-access.js';
import { WaitingPlaces } from '../waiting/waiting-places.js';
import { InboxesService } from './inboxes.service.js';

const tooMany = (most: number): string =>
  `inboxes of this sandbox already delay ${most} responses; set a shorter delay with PUT`;

/**
 * Webhook endpoints of inboxes.
 * @host control
 */
@Controller('inbox')
@ForAnyone()
export class InboxReceiverController {
  constructor(
    private readonly inboxes: InboxesService,
    private readonly places: WaitingPlaces,
  ) {}

  /**
   * Receive a webhook. Stores the request, at most 1 MiB, and returns the configured response.
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
    const { answer, delay: delayMs } = await this.inboxes.receive({
      sandbox,
      token,
      headers: keptHeaders(req.headers),
      body,
    });
    const wait = (): Promise<unknown> => delay(delayMs, undefined, { signal: ending }).catch(() => undefined);
    if (delayMs > 0) await this.places.hold(`inbox ${sandbox}`, tooMany, wait);
    res.status(answer).end();
  }
}
