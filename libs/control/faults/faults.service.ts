import { Inject, Injectable } from '@nestjs/common';
import { fail, failNotFound, throwProblems } from '#kernel/errors.js';
import { newSuffix } from '#kernel/ids.js';
import { Clock } from '#platform/clock/clock.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';
import { Database } from '#platform/database/database.js';
import { Invalidations } from '#platform/database/invalidations.js';
import { masked } from '#platform/logging/masking.js';
import type { FaultTerms } from '#engine/faults/rules/fault.js';
import type { Account } from '#engine/accounts/account.js';
import { SandboxAccounts } from '#engine/accounts/sandbox-accounts.js';
import { Audit } from '#engine/audit/audit.js';
import { readTerms } from './rules/fault-terms.js';
import type { CreateFaultDto } from './fault.dto.js';
import { routeProblem } from './fault-routes.js';
import {
  faultListView,
  faultView,
  type FaultListView,
  type FaultView,
  type RemovedFaultsView,
} from './fault.view.js';
import { FaultsControlStore } from './faults-control.store.js';

/** The most ended faults that are kept for the list. */
const MAX_ENDED = 100;

/** The control host's side of faults: sets, lists and removes them. */
@Injectable()
export class FaultsService {
  constructor(
    private readonly store: FaultsControlStore,
    private readonly accounts: SandboxAccounts,
    private readonly audit: Audit,
    private readonly invalidations: Invalidations,
    private readonly clock: Clock,
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Sets a fault. Once this resolves, it applies in every process. Throws `bad_request` and `not_found`. */
  async create(sandbox: string, body: CreateFaultDto): Promise<FaultView> {
    const { name = `fault-${newSuffix()}` } = body;
    const { account, terms } = await this.check(sandbox, body);
    await this.store.prune(account.id, MAX_ENDED - 1);
    const fault = await this.store.add(account, name, terms);
    if (!fault) return fail('bad_request', `a fault named ${name} exists; remove it with DELETE first`);
    await this.audit.record(account, { action: 'set_fault', objectId: fault.id });
    await this.invalidations.announce([account.id]);
    return faultView(fault, this.clock.machineNow());
  }

  /**
   * The account, and the checked terms of the fault. Throws `bad_request` with every problem, and
   * `not_found`.
   */
  async check(
    sandbox: string,
    body: CreateFaultDto,
  ): Promise<{ readonly account: Account; readonly terms: FaultTerms }> {
    const { terms, problems } = readTerms(body);
    const account = await this.accounts.get(sandbox);
    const route = routeProblem(terms.match.route);
    const secret = holdsSecret(body, await this.secretsOf(account))
      ? 'a fault must not contain a card number, secret key, webhook secret or token'
      : undefined;
    throwProblems('bad_request', [
      ...problems,
      ...[route, secret].filter((problem) => problem !== undefined),
    ]);
    await this.store.assertRoom(account.id);
    return { account, terms };
  }

  /** Secrets that have no recognisable form. */
  private async secretsOf({ id }: Account): Promise<readonly string[]> {
    const stored = await this.database.account.findFirst({ where: { id }, select: { webhookSecret: true } });
    return [stored?.webhookSecret, this.settings.controlToken, this.settings.sandboxSecret].filter(
      (secret) => secret !== undefined,
    );
  }

  /** Throws `not_found`. */
  async list(sandbox: string): Promise<FaultListView> {
    const account = await this.accounts.get(sandbox);
    return faultListView(await this.store.list(account.id), this.clock.machineNow());
  }

  /**
   * Removes the fault of this name, or all. Once this resolves, they apply in no process. Throws `not_found`.
   */
  async remove(sandbox: string, name?: string): Promise<RemovedFaultsView> {
    const account = await this.accounts.get(sandbox);
    const removed = await this.store.remove(account.id, name);
    if (removed === 0 && name !== undefined) failNotFound('fault', name);
    if (removed > 0) await this.audit.record(account, { action: 'remove_fault' });
    await this.invalidations.announce([account.id]);
    return { object: 'removal', removed };
  }
}

/**
 * True if the value contains a card number, a secret key or one of the secrets. Faults are stored and shown,
 * so they must not contain any.
 */
function holdsSecret(value: unknown, secrets: readonly string[]): boolean {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).some((entry) => entry.some((part) => holdsSecret(part, secrets)));
  const text = String(value);
  return masked(text) !== text || secrets.some((secret) => text.includes(secret));
}
