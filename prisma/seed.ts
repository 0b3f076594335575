import type { Tenant } from '#kernel/scope.js';
import type { Settings } from '#platform/config/settings.js';
import type { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { hashKey } from '#engine/accounts/account-directory.js';
import { DEFAULT_SANDBOX } from '#control/sandboxes/rules/sandbox.rules.js';

/** The demo account's id, the same in every installation. */
const DEMO_ACCOUNT_ID = '60tollgatedemo00000';
/** Two processes that start at once seed one after the other. */
const SEED_LOCK = 7_400_740_077;

/**
 * Makes the demo account, or brings it in line with the settings: its keys, webhooks, version, country and
 * currency. Answers where its test events go now.
 */
export async function seed(
  database: Database,
  settings: Settings,
): Promise<{ webhookUri: string | undefined }> {
  return database.atomically(async () => {
    await database.$executeRaw`SELECT pg_advisory_xact_lock(${SEED_LOCK})`;
    const accountId = await applyAccount(database, settings);
    await applyKeys(database, accountId, settings);
    await applyWebhook(database, { accountId, livemode: false }, settings.webhookUrl);
    await applyWebhook(database, { accountId, livemode: true }, settings.liveWebhookUrl);
    const endpoint = await database.webhookEndpoint.findFirst({ where: { accountId, livemode: false } });
    return { webhookUri: endpoint?.uri };
  });
}

/** Answers the account's id in its present epoch. What is not set stays as the control host was last told. */
async function applyAccount(database: Database, settings: Settings): Promise<string> {
  const facts = {
    country: settings.accountCountry,
    currency: settings.accountCurrency,
    apiVersion: settings.accountApiVersion,
    webhookSecret: settings.webhookSecret,
    threeDSecure: settings.accountThreeDSecure,
  };
  const sandbox = await database.sandbox.findFirst({ where: { name: DEFAULT_SANDBOX } });
  if (!sandbox) {
    const identity = {
      id: DEMO_ACCOUNT_ID,
      publicId: DEMO_ACCOUNT_ID,
      name: 'Demo Store',
      email: 'demo@tollgate.test',
    };
    await database.account.create({
      data: { ...identity, createdAt: new Date(), ...facts },
    });
    await database.sandbox.create({ data: { name: DEFAULT_SANDBOX, accountId: DEMO_ACCOUNT_ID } });
    return DEMO_ACCOUNT_ID;
  }
  const { accountId: id } = sandbox;
  await database.account.update({
    where: { id },
    data: { ...changesOf(facts, settings), webhookSecret: settings.webhookSecret },
  });
  return id;
}

/** The account columns of the settings that are set. They replace what the account has. */
function changesOf(
  {
    country,
    currency,
    apiVersion,
    threeDSecure,
  }: Pick<Prisma.AccountCreateInput, 'country' | 'currency' | 'apiVersion' | 'threeDSecure'>,
  { given }: Settings,
): Prisma.AccountUpdateInput {
  return {
    ...(given.has('ACCOUNT_COUNTRY') && { country }),
    ...((given.has('ACCOUNT_CURRENCY') || given.has('ACCOUNT_COUNTRY')) && { currency }),
    ...(given.has('ACCOUNT_API_VERSION') && { apiVersion }),
    ...(given.has('ACCOUNT_THREE_D_SECURE') && { threeDSecure }),
    ...(given.has('FIDELITY') && { fidelity: null }),
    ...(given.has('BASE_URL') && { apiUrl: null }),
    ...(given.has('VAULT_URL') && { vaultUrl: null }),
    ...(given.has('PAY_URL') && { payUrl: null }),
    ...(given.has('WEBHOOK_TIMEOUT_MS') && { webhookTimeoutMs: null }),
    ...(given.has('WEBHOOK_RETRY_DELAYS') && { webhookRetryDelaysMs: Prisma.DbNull }),
  };
}

async function applyKeys(database: Database, accountId: string, { keys }: Settings): Promise<void> {
  const rows = [
    { key: keys.testPublic, livemode: false, kind: 'public' },
    { key: keys.testSecret, livemode: false, kind: 'secret' },
    { key: keys.livePublic, livemode: true, kind: 'public' },
    { key: keys.liveSecret, livemode: true, kind: 'secret' },
  ].map(({ key, livemode, kind }) => ({
    sha256: hashKey(key),
    accountId,
    livemode,
    kind,
    publicKey: kind === 'public' ? key : null,
  }));
  await database.apiKey.deleteMany({ where: { accountId } });
  await database.apiKey.createMany({ data: rows });
}

/** Without a setting, what was set through the API stays. */
async function applyWebhook(database: Database, tenant: Tenant, uri: string | undefined): Promise<void> {
  if (uri === undefined) return;
  await database.webhookEndpoint.upsert({
    where: { accountId_livemode: tenant },
    create: { ...tenant, uri },
    update: { uri },
  });
}
