import { PrismaPg } from '@prisma/adapter-pg';
import { hashKey } from '#gateway/accounts/account-directory.js';
import type { Settings } from '#platform/config/settings.js';
import { PrismaClient, type Prisma } from '#platform/database/generated/client.js';
import { openPool } from '#platform/database/pool.js';

/** The demo account's id, the same in every installation. */
const DEMO_ACCOUNT_ID = '60tollgatedemo00000';
const DEMO_SLUG = 'demo';
/** A busy machine may take its time at a start. */
const START_TIMEOUT_MS = 60_000;

/**
 * Makes the demo account, or brings it in line with the settings: its keys, webhooks, version, country and currency.
 * Answers where its test events go now.
 */
export async function seed(databaseUrl: string, settings: Settings): Promise<{ webhookUri: string | undefined }> {
  const pool = openPool(databaseUrl, { max: 1 }, () => undefined);
  const database = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: true }) });
  try {
    const patience = { maxWait: START_TIMEOUT_MS, timeout: START_TIMEOUT_MS };
    return await database.$transaction(async (tx) => {
      await applyAccount(tx, settings);
      await applyKeys(tx, settings);
      await applyWebhook(tx, false, settings.webhookUrl);
      await applyWebhook(tx, true, settings.liveWebhookUrl);
      const test = { accountId: DEMO_ACCOUNT_ID, livemode: false };
      return { webhookUri: (await tx.webhookEndpoint.findUnique({ where: { accountId_livemode: test } }))?.uri };
    }, patience);
  } finally {
    await database.$disconnect();
  }
}

async function applyAccount(tx: Prisma.TransactionClient, settings: Settings): Promise<void> {
  const set = {
    country: settings.accountCountry,
    currency: settings.accountCurrency,
    apiVersion: settings.accountApiVersion,
    webhookSecret: settings.webhookSecret,
    threeDSecure: settings.accountThreeDSecure,
  };
  const create = { id: DEMO_ACCOUNT_ID, slug: DEMO_SLUG, name: 'Demo Store', email: 'demo@tollgate.test', createdAt: new Date(), ...set };
  await tx.account.upsert({ where: { slug: DEMO_SLUG }, create, update: set });
}

async function applyKeys(tx: Prisma.TransactionClient, { keys }: Settings): Promise<void> {
  const rows = [
    { key: keys.testPublic, livemode: false, kind: 'public' },
    { key: keys.testSecret, livemode: false, kind: 'secret' },
    { key: keys.livePublic, livemode: true, kind: 'public' },
    { key: keys.liveSecret, livemode: true, kind: 'secret' },
  ].map(({ key, livemode, kind }) => ({
    sha256: hashKey(key),
    accountId: DEMO_ACCOUNT_ID,
    livemode,
    kind,
    publicKey: kind === 'public' ? key : null,
  }));
  await tx.apiKey.deleteMany({ where: { accountId: DEMO_ACCOUNT_ID } });
  await tx.apiKey.createMany({ data: rows });
}

/** Without a setting, what was set through the API stays. */
async function applyWebhook(tx: Prisma.TransactionClient, livemode: boolean, uri: string | undefined): Promise<void> {
  if (uri === undefined) return;
  const tenant = { accountId: DEMO_ACCOUNT_ID, livemode };
  await tx.webhookEndpoint.upsert({ where: { accountId_livemode: tenant }, create: { ...tenant, uri }, update: { uri } });
}
