import { Inject, Injectable } from '@nestjs/common';
import { isObject } from '#kernel/values.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { Database } from '#platform/database/database.js';
import { Redaction } from '#engine/request-log/redaction.js';

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
    const account = await this.database.account.findFirst({
      where: { id: accountId },
      select: { webhookSecret: true },
    });
    const redaction = this.redaction.with(account?.webhookSecret);
    return (metadata) => redaction.whole(metadata);
  }
}

/** The same value with all metadata in it masked. */
export function withMaskedMetadata<Value>(value: Value, mask: (metadata: object) => object): Value {
  if (Array.isArray(value)) return value.map((item: unknown) => withMaskedMetadata(item, mask)) as Value;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      name === 'metadata' && isObject(part) ? mask(part) : withMaskedMetadata(part, mask),
    ]),
  ) as Value;
}
