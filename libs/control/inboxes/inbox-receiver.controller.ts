import { setTimeout as delay } from 'node:timers/promises';
import { Controller, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { fail } from '#kernel/errors.js';
import { FairBudget } from '#platform/contention/fair-budget.js';
import { Ending } from '#platform/http/ending-signal.js';
import { readLeftBody } from '#platform/http/left-body.js';
import { PollPlaces } from '#engine/long-poll/poll-places.js';
import { ForAnyone } from '../access/control-access.js';
import type { Received } from './inbox.store.js';
import { InboxesService } from './inboxes.service.js';

/** The path of inboxes, whose bodies are streamed to the route. */
export const INBOX_PATH = /^\/inbox\/[^/]+\/[^/]+\/?$/;

const MAX_BODY_BYTES = 1024 * 1024;
/** The memory of all bodies that are being received, and of those of one sandbox. */
const MAX_BYTES = 64 * MAX_BODY_BYTES;
const MAX_BYTES_OF_ONE = 16 * MAX_BODY_BYTES;

const tooManyBodies = (most: number): string =>
  `inboxes of this sandbox already receive ${most} requests; retry`;
const tooManyDelays = (most: number): string =>
  `inboxes of this sandbox already delay ${most} responses; set a shorter delay with PUT`;
const tooLarge = (): never =>
  fail('service_unavailable', 'inboxes already receive too many large bodies; retry');

/**
 * Webhook endpoints of inboxes.
 * @host control
 */
@Controller('inbox')
@ForAnyone()
export class InboxReceiverController {
  private readonly bodies = new FairBudget(MAX_BYTES, MAX_BYTES_OF_ONE);

  constructor(
    private readonly inboxes: InboxesService,
    private readonly places: PollPlaces,
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
    await this.inboxes.assertAddress(sandbox, token);
    const store = async (take: (bytes: number) => void): Promise<Received> => {
      const body = await readLeftBody(req, MAX_BODY_BYTES, take);
      return this.inboxes.receive({ sandbox, token, headers: req.headers, body });
    };
    const receive = (): Promise<Received> => this.bodies.run(sandbox, store, tooLarge);
    const { answer, delay: delayMs } = await this.places.hold(
      `inbox bodies ${sandbox}`,
      tooManyBodies,
      receive,
    );
    const wait = (): Promise<unknown> => delay(delayMs, undefined, { signal: ending }).catch(() => undefined);
    if (delayMs > 0) await this.places.hold(`inbox ${sandbox}`, tooManyDelays, wait);
    res.status(answer).end();
  }
}
