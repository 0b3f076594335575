import { Controller, Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { NoKey } from '#platform/http/route-keys.js';
import { ForAnyCaller, type ControlCaller } from '../control/control-access.js';
import { ConsoleSessions } from '../control/console-sessions.js';
import type { SessionView } from './session.view.js';

/**
 * Sessions of the console: whoever has shown the token or a key is known by a cookie for 12 hours.
 * @host control
 */
@Controller('api/session')
export class SessionController {
  constructor(private readonly sessions: ConsoleSessions) {}

  /** Says who the caller is taken for. */
  @Get()
  @NoKey()
  find(@Req() { caller }: Request): SessionView {
    return sessionView(caller);
  }

  /** Opens a session for whoever sends the token or a key, and sets its cookie. */
  @Post()
  @HttpCode(200)
  @ForAnyCaller()
  async open(@Req() { caller }: Request, @Res({ passthrough: true }) res: Response): Promise<SessionView> {
    if (caller) res.cookie(this.sessions.cookie, await this.sessions.open(caller), this.sessions.cookieOptions);
    return sessionView(caller);
  }

  /** Ends the session of the caller's cookie. */
  @Delete()
  @NoKey()
  async end(@Req() req: Request, @Res({ passthrough: true }) res: Response): Promise<SessionView> {
    await this.sessions.end(req);
    res.clearCookie(this.sessions.cookie, { ...this.sessions.cookieOptions, maxAge: undefined });
    return sessionView(undefined);
  }
}

function sessionView(caller: ControlCaller | undefined): SessionView {
  if (!caller) return { object: 'session', access: 'none', sandbox: null };
  return caller.isAll
    ? { object: 'session', access: 'installation', sandbox: null }
    : { object: 'session', access: 'sandbox', sandbox: caller.sandbox };
}
