import { Controller, Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { fail } from '#kernel/errors.js';
import { NoKey } from '#platform/http/route-keys.js';
import { ForAnyCaller, type ControlCaller } from '../access/control-access.js';
import { ConsoleSessions } from '../access/console-sessions.js';
import type { SessionView } from './session.view.js';

/**
 * Sessions of the console. A cookie identifies a signed-in caller for 12 hours.
 * @host control
 */
@Controller('api/session')
export class SessionController {
  constructor(private readonly sessions: ConsoleSessions) {}

  /** Retrieve the session of the caller. */
  @Get()
  @NoKey()
  find(@Req() { caller, sessionEndsAt }: Request): SessionView {
    return sessionView(caller, sessionEndsAt);
  }

  /**
   * Sign in with a token or key. The response sets the session cookie. A previous session of the caller ends;
   * its cookie cannot open another one.
   */
  @Post()
  @HttpCode(200)
  @ForAnyCaller()
  async open(@Req() req: Request, @Res({ passthrough: true }) res: Response): Promise<SessionView> {
    const { caller, sessionEndsAt } = req;
    if (!caller) return sessionView(undefined);
    if (sessionEndsAt)
      fail(
        'authentication_failure',
        'a session cannot open another session; send the control token or a secret key',
      );
    await this.sessions.end(req);
    const { id, expiresAt } = await this.sessions.open(caller);
    res.cookie(this.sessions.cookie, id, this.sessions.cookieOptions);
    return sessionView(caller, expiresAt);
  }

  /** Sign out. */
  @Delete()
  @NoKey()
  async end(@Req() req: Request, @Res({ passthrough: true }) res: Response): Promise<SessionView> {
    await this.sessions.end(req);
    res.clearCookie(this.sessions.cookie, { ...this.sessions.cookieOptions, maxAge: undefined });
    return sessionView(undefined);
  }
}

function sessionView(caller: ControlCaller | undefined, endsAt?: Date): SessionView {
  const expires_at = endsAt?.toISOString() ?? null;
  if (!caller) return { object: 'session', access: 'none', sandbox: null, expires_at };
  return caller.isAll
    ? { object: 'session', access: 'installation', sandbox: null, expires_at }
    : { object: 'session', access: 'sandbox', sandbox: caller.sandbox, expires_at };
}
