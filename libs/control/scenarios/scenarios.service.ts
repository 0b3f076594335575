import { Injectable } from '@nestjs/common';
import { commitCursor } from '#kernel/cursor.js';
import { ApiError, failNotFound } from '#kernel/errors.js';
import { newSuffix, objectOfId } from '#kernel/ids.js';
import type { Scope } from '#kernel/scope.js';
import { SECOND_MS } from '#kernel/time.js';
import { Database } from '#platform/database/database.js';
import { untilListed } from '#platform/listing/committed-list.js';
import { Audit } from '#engine/audit/audit.js';
import { AccountWatch } from '#engine/accounts/account-watch.js';
import { SandboxAccounts } from '#engine/accounts/sandbox-accounts.js';
import { Resources } from '#engine/resources/resources.js';
import { CHARGE } from '#resources/charges/charge.resource.js';
import { DISPUTE } from '#resources/disputes/dispute.resource.js';
import { REFUND } from '#resources/refunds/refund.resource.js';
import { SCHEDULE } from '#resources/schedules/schedule.resource.js';
import { TimelineService } from '../timeline/timeline.service.js';
import type { TimelineEntryView } from '../timeline/timeline-entry.view.js';
import { SCENARIOS, sayStep, type Scenario, type ScenarioStep } from './rules/scenarios.js';
import type { RunScenarioDto } from './scenario.dto.js';
import {
  scenarioView,
  type ScenarioListView,
  type ScenarioRunView,
  type ScenarioStepView,
} from './scenario.view.js';
import { ScenarioChecks } from './scenario-checks.js';
import { filledIn, type ScenarioRun } from './scenario-run.js';
import { ScenarioSteps } from './scenario-steps.js';

/** The longest wait of a run for its webhooks, and of a response for the timeline to list them. */
const MAX_WAIT_MS = 5 * SECOND_MS;
const SETTLE_MS = 10 * SECOND_MS;
const MAX_ENTRIES = '100';

/** Runs scenarios. They make real state: each step is something that a call of the API could do. */
@Injectable()
export class ScenariosService {
  constructor(
    private readonly steps: ScenarioSteps,
    private readonly checks: ScenarioChecks,
    private readonly accounts: SandboxAccounts,
    private readonly resources: Resources,
    private readonly timeline: TimelineService,
    private readonly watch: AccountWatch,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  list(): ScenarioListView {
    return { object: 'list', data: SCENARIOS.map(scenarioView), next: null };
  }

  /**
   * Does the steps, in test mode. Throws `not_found`, and what a step is refused with, before the first where
   * that is known: the faults that it has set are removed then.
   */
  async run(
    sandbox: string,
    name: string,
    parameters: RunScenarioDto,
    signal: AbortSignal,
  ): Promise<ScenarioRunView> {
    const scenario = SCENARIOS.find((one) => one.name === name) ?? failNotFound('scenario', name);
    const account = await this.accounts.get(sandbox);
    const scope: Scope = {
      accountId: account.id,
      livemode: false,
      keyKind: 'secret',
      apiVersion: account.apiVersion,
    };
    const order = parameters.order ?? `order-${newSuffix()}`;
    const run: ScenarioRun = {
      sandbox,
      scope,
      order,
      orderKey: 'order',
      parameters,
      made: new Map(),
      faults: new Set(),
      signal,
    };
    const frame = { object: 'scenario_run', scenario: name, order, next: scenario.next ?? null } as const;
    for (const step of scenario.steps)
      await tried(scenario, filledIn(step, run), [], () => this.checks.check(step, account, run));
    if (parameters.dry_run === true) {
      const steps = scenario.steps.map((step) => ({ step: sayStep(filledIn(step, run)), object_id: null }));
      return { ...frame, dry_run: true, steps, objects: [], faults: [], timeline: [] };
    }
    await this.audit.record(account, { action: 'run_scenario', livemode: false });
    try {
      return { ...frame, dry_run: false, ...(await this.tell(scenario, run)) };
    } catch (error) {
      for (const fault of run.faults) await this.steps.removeFault(fault, run);
      throw error;
    }
  }

  private async tell(
    scenario: Scenario,
    run: ScenarioRun,
  ): Promise<Pick<ScenarioRunView, 'steps' | 'objects' | 'faults' | 'timeline'>> {
    const begin = await this.cursor();
    const steps = await this.take(scenario, run);
    const ids = idsOf(steps);
    await untilListed(this.database, SETTLE_MS);
    return {
      steps,
      objects: await this.objectsOf(run, ids),
      faults: [...run.faults],
      timeline: await this.entriesSince(run, begin, ids),
    };
  }

  /**
   * Does each step after the webhooks of earlier steps were sent, so that they arrive in the order of the
   * scenario.
   */
  private async take(scenario: Scenario, run: ScenarioRun): Promise<ScenarioStepView[]> {
    const taken: ScenarioStepView[] = [];
    let waitMs = MAX_WAIT_MS;
    for (const step of scenario.steps) {
      const objectId = await tried(scenario, filledIn(step, run), taken, () => this.steps.take(step, run));
      taken.push({ step: sayStep(filledIn(step, run)), object_id: objectId });
      const began = performance.now();
      await this.watch.until(run.scope.accountId, () => this.wereTried(idsOf(taken)), waitMs, run.signal);
      waitMs = Math.max(0, waitMs - (performance.now() - began));
    }
    return taken;
  }

  /** A cursor before everything that is committed from now on. */
  private async cursor(): Promise<string> {
    const [row] = await this.database.$queryRaw<
      { xid: string }[]
    >`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid`;
    return commitCursor({ xid: BigInt(row?.xid ?? 0), id: '' });
  }

  /**
   * True once each webhook about these objects was attempted, is held, or is not due. A fault may postpone an
   * attempt until its batch is complete.
   */
  private async wereTried(ids: readonly string[]): Promise<true | undefined> {
    const [row] = await this.database.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM webhook_delivery delivery JOIN event ON event.id = event_id
      WHERE object_id = ANY(${ids}::text[]) AND (
        (status = 'pending' AND (claimed_until IS NOT NULL OR (attempt_count = 0 AND delivery.fault IS NULL)))
        OR (status = 'held' AND fault_call IS NOT NULL AND NOT EXISTS (
          SELECT FROM fault WHERE fault.account_id = delivery.account_id AND fault.name = delivery.fault AND awaited_count > 0)))`;
    return row?.count === 0 ? true : undefined;
  }

  private async objectsOf({ scope }: ScenarioRun, ids: readonly string[]): Promise<object[]> {
    const views = [];
    for (const id of ids) views.push(await this.show(scope, id));
    return views;
  }

  private async show(scope: Scope, id: string): Promise<object> {
    const object = objectOfId(id);
    if (object === 'refund') return this.resources.find(REFUND, scope, id);
    if (object === 'dispute') return this.resources.find(DISPUTE, scope, id);
    if (object === 'schedule') return this.resources.find(SCHEDULE, scope, id);
    return this.resources.find(CHARGE, scope, id);
  }

  private async entriesSince(
    { sandbox, signal }: ScenarioRun,
    after: string,
    ids: readonly string[],
  ): Promise<TimelineEntryView[]> {
    const { data } = await this.timeline.list(sandbox, { after, limit: MAX_ENTRIES }, signal);
    const isAbout = ({ kind, object_id: id }: TimelineEntryView): boolean =>
      kind === 'clock' || kind === 'fault' || (id !== null && ids.includes(id));
    return data.filter(isAbout);
  }
}

/** The ids of the created and changed objects, without duplicates. */
function idsOf(steps: readonly ScenarioStepView[]): string[] {
  return [...new Set(steps.flatMap(({ object_id: id }) => (id === null ? [] : [id])))];
}

/** Runs a step. An error names the step, and the objects that earlier steps created. */
async function tried<T>(
  { name }: Scenario,
  step: ScenarioStep,
  taken: readonly ScenarioStepView[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const before = idsOf(taken);
    const made = before.length === 0 ? '' : `; it created ${before.join(', ')} before`;
    throw new ApiError(
      error.status < 500 ? 'bad_request' : error.code,
      `the scenario ${name} failed at "${sayStep(step)}": ${error.message}${made}`,
    );
  }
}
