import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { Database } from '#platform/database/database.js';
import { Redaction } from './redaction.js';

/** Masks secrets in the metadata that lists of the control host show. */
@Injectable()
export class MetadataMask {
  private readonly redaction: Redaction;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.redaction = Redaction.ofInstallation(settings);
  }

  /** Returns the mask for metadata of this account. It also masks the account's webhook secret. */
  async of(accountId: string): Promise<(metadata: object) => object> {
    const account = await this.database.account.findUnique({
      where: { id: accountId },
      select: { webhookSecret: true },
    });
    const redaction = this.redaction.with(account?.webhookSecret);
    return (metadata) => redaction.whole(metadata);
  }
}
