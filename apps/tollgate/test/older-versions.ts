import type request from 'supertest';
import type { ApiVersion } from '#kernel/api-versions/versions.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { SHAPES, type OlderVersion } from './api-versions.shapes.js';
import type { Gateway } from './harness.js';
import type { Merchant } from './merchant.js';
import type { ResourceName } from './recorded-shapes/resources.js';
import { differences } from './shapes.js';

export type Body = Readonly<Record<string, unknown>>;

export const OLDER = Object.keys(SHAPES) as OlderVersion[];

/** The answer to a request of that version. */
export async function versioned(
  call: request.Test,
  version: string,
): Promise<{ status: number; body: Body; headers: Record<string, string> }> {
  const { status, body, headers } = await call.set('Omise-Version', version);
  return { status, body: body as Body, headers: headers };
}

/** Gives the account another version, as a new setting does at the next start. */
export function upgradeOf(gateway: Gateway): (merchant: Merchant, apiVersion: ApiVersion) => Promise<void> {
  return async (merchant, apiVersion) => {
    await gateway.database.account.update({ where: { id: merchant.id }, data: { apiVersion } });
    const { api, vault, pay, worker } = gateway.tollgate;
    for (const app of [api, vault, pay, worker])
      app.get(AccountDirectory, { strict: false }).forget(merchant.id);
  };
}

/** Differences between a response and the resource's shape in that version. */
export function faults(answer: unknown, version: OlderVersion, name: ResourceName): string[] {
  return differences(answer, SHAPES[version][name], name, { resources: SHAPES[version] });
}
