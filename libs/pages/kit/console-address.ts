import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Tenant } from '#kernel/scope.js';
import { isLoopback } from '#platform/config/setting-types.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { Database } from '#platform/database/database.js';
import { hostnameOf } from '#platform/http/request-host.js';

/** The address of a sandbox in the console, for test controls. */
@Injectable()
export class ConsoleAddress {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly database: Database,
  ) {}

  /**
   * Without a slash at its end. `undefined` in live mode, and if the browser may not reach the console:
   * without CONTROL_URL, only a browser on the same machine can.
   */
  async of({ accountId, livemode }: Tenant, { headers: { host } }: Request): Promise<string | undefined> {
    const { controlUrl, given } = this.settings;
    const isReachable = given.has('CONTROL_URL') || [controlUrl, `http://${host}`].every(isOnLoopback);
    if (livemode || !isReachable) return undefined;
    // The page may show an epoch that a reset or a restore has just ended: the sandbox has the account of the
    // next one, with the same public id.
    const account = await this.database.account.findFirst({
      where: { id: accountId },
      select: { publicId: true },
    });
    const sandbox =
      account && (await this.database.sandbox.findFirst({ where: { account }, select: { name: true } }));
    return sandbox ? `${controlUrl}/#/sandboxes/${sandbox.name}/test` : undefined;
  }
}

function isOnLoopback(url: string): boolean {
  return isLoopback(hostnameOf(url)?.replaceAll(/[[\]]/g, '') ?? '');
}
