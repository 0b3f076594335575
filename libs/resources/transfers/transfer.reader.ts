import { Injectable } from '@nestjs/common';
import { failNotFound } from '#kernel/errors.js';
import { listView, parseListQuery, type ListView } from '#kernel/list.js';
import type { Scope, Tenant } from '#kernel/scope.js';
import { Database } from '#platform/database/database.js';
import type { Prisma } from '#platform/database/generated/client.js';
import type { Params } from '#platform/http/params.js';
import { Listing } from '#platform/listing/listing.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import type { Recipient } from '../recipients/rules/recipient.js';
import { toRecipient } from '../recipients/recipient.row.js';
import { BalanceReader, type Balance } from '../transactions/balance.reader.js';
import type { Transfer } from './rules/transfer.js';
import { obstacleTo } from './rules/transfer.machine.js';
import { toTransfer, TRANSFER_PARTS } from './transfer.row.js';
import { transferView, type TransferView } from './transfer.view.js';

/** A transfer with its recipient, whose state decides if it can be sent. */
export interface LoadedTransfer {
  readonly transfer: Transfer;
  readonly recipient: Recipient;
}

const LOADED = { ...TRANSFER_PARTS, recipient: true } satisfies Prisma.TransferInclude;

@Injectable()
export class TransferReader {
  private readonly listing: Listing<LoadedTransfer, { deleted: boolean }>;

  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly balances: BalanceReader,
  ) {
    this.listing = new Listing(database, 'transfer', async (reader, { args }) =>
      (await reader.transfer.findMany({ ...args, include: LOADED })).map(toLoaded),
    );
  }

  /** Throws `not_found`, also for a transfer that is deleted (docs/fidelity.md TR1). */
  async find(scope: Scope, id: string): Promise<TransferView> {
    const loaded = await this.load(scope, id);
    const [view] = loaded.transfer.deleted ? [] : await this.show(scope, [loaded]);
    return view ?? failNotFound('transfer', id);
  }

  /** The transfer that was created with this `idemp_key`, even if it is deleted. */
  async findByKey(scope: Scope, idempKey: string): Promise<TransferView | undefined> {
    const { accountId, livemode } = scope;
    const found = await this.database.transfer.findFirst({
      where: { accountId, livemode, idempKey },
      include: LOADED,
    });
    return found ? (await this.show(scope, [toLoaded(found)]))[0] : undefined;
  }

  /** The existing transfers with these ids, in any order. */
  async findMany(scope: Scope, ids: readonly string[]): Promise<TransferView[]> {
    const { accountId, livemode } = scope;
    return this.show(
      scope,
      (
        await this.database.transfer.findMany({
          where: { id: { in: [...ids] }, accountId, livemode },
          include: LOADED,
        })
      ).map(toLoaded),
    );
  }

  async list(scope: Scope, params: Params): Promise<ListView<TransferView>> {
    const query = parseListQuery(params, (await this.directory.viewContext(scope.accountId)).now);
    const { rows, total } = await this.listing.page(scope, query, { deleted: false });
    return listView(await this.show(scope, rows), total, '/transfers', query);
  }

  /** Throws `not_found`; a deleted transfer is found. */
  async load({ accountId, livemode }: Tenant, id: string): Promise<LoadedTransfer> {
    const found = await this.database.transfer.findFirst({
      where: { id, accountId, livemode },
      include: LOADED,
    });
    return found ? toLoaded(found) : failNotFound('transfer', id);
  }

  private async show(scope: Scope, loaded: readonly LoadedTransfer[]): Promise<TransferView[]> {
    const account = await this.directory.get(scope.accountId);
    const currencies = [
      ...new Set(
        loaded.filter(({ transfer }) => isWaiting(transfer)).map(({ transfer }) => transfer.currency),
      ),
    ];
    const balances = new Map(
      await Promise.all(
        currencies.map(
          async (currency) => [currency, await this.balances.read(scope, account, currency)] as const,
        ),
      ),
    );
    return loaded.map(({ transfer, recipient }) =>
      transferView(transfer, isSendable(transfer, recipient, balances.get(transfer.currency))),
    );
  }
}

function toLoaded({
  recipient,
  ...stored
}: Prisma.TransferGetPayload<{ include: typeof LOADED }>): LoadedTransfer {
  return { transfer: toTransfer(stored), recipient: toRecipient(recipient) };
}

/** True if the transfer waits and can be sent from this balance in its currency. */
export function isSendable(
  transfer: Transfer,
  recipient: Recipient,
  balance: Balance = { total: 0, transferable: 0 },
): boolean {
  return isWaiting(transfer) && obstacleTo(transfer, recipient, balance) === undefined;
}

function isWaiting({ state, deleted }: Transfer): boolean {
  return state === 'pending' && !deleted;
}
