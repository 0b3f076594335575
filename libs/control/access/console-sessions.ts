import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { CookieOptions, Request } from 'express';
import { HOUR_MS } from '#kernel/time.js';
import { Clock } from '#platform/clock/clock.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { Database } from '#platform/database/database.js';
import type { ControlCaller } from './control-access.js';

/** The lifetime of a session on the machine's clock. */
const LIFETIME_MS = 12 * HOUR_MS;
const ID_BYTES = 32;

interface OpenSession {
  readonly caller: ControlCaller;
  readonly expiresAt: Date;
}

/**
 * Sessions of the console, by cookie. The database has only the hash of the cookie's value, and no cookie
 * holds a token or a key.
 */
@Injectable()
export class ConsoleSessions {
  /** Browsers send a cookie to every port of a machine: a second Tollgate has another. */
  readonly cookie: string;
  readonly cookieOptions: CookieOptions;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.cookie = `tollgate_session_${settings.controlPort}`;
    const secure = settings.controlUrl.startsWith('https:');
    this.cookieOptions = { httpOnly: true, sameSite: 'strict', path: '/', secure, maxAge: LIFETIME_MS };
  }

  /** `id` is the value of the cookie. */
  async open(caller: ControlCaller): Promise<{ readonly id: string; readonly expiresAt: Date }> {
    const id = randomBytes(ID_BYTES).toString('base64url');
    const now = this.clock.machineNow();
    await this.database.consoleSession.deleteMany({ where: { expiresAt: { lte: now } } });
    const sandboxName = caller.isAll ? null : caller.sandbox;
    const expiresAt = new Date(now.getTime() + LIFETIME_MS);
    await this.database.consoleSession.createMany({
      data: [{ idHash: this.hashOf(id), sandboxName, expiresAt }],
    });
    return { id, expiresAt };
  }

  /** The session of the request's cookie, and who opened it. */
  async find(req: Request): Promise<OpenSession | undefined> {
    const idHash = this.hashIn(req);
    if (idHash === undefined) return undefined;
    const session = await this.database.consoleSession.findFirst({ where: { idHash } });
    if (!session || session.expiresAt <= this.clock.machineNow()) return undefined;
    const { sandboxName, expiresAt } = session;
    return {
      expiresAt,
      caller: sandboxName === null ? { isAll: true } : { isAll: false, sandbox: sandboxName },
    };
  }

  /** True if the session of a request has ended since. */
  async isOver(req: Request): Promise<boolean> {
    return req.sessionEndsAt !== undefined && !(await this.find(req));
  }

  async end(req: Request): Promise<void> {
    const idHash = this.hashIn(req);
    if (idHash !== undefined) await this.database.consoleSession.deleteMany({ where: { idHash } });
  }

  private hashIn({ headers: { cookie = '' } }: Request): string | undefined {
    const pairs = cookie.split(';').map((pair) => pair.trim().split('='));
    const [, id] = pairs.find(([name]) => name === this.cookie) ?? [];
    return id === undefined ? undefined : this.hashOf(id);
  }

  /** The hash includes the token, so that changing the token ends all sessions. */
  private hashOf(id: string): string {
    return createHash('sha256')
      .update(`${id}.${this.settings.controlToken ?? ''}`)
      .digest('hex');
  }
}
