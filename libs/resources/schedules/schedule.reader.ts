import { Injectable } from '@nestjs/common';
import { failNotFound } from '#kernel/errors.js';
import { parseListQuery, type ListView } from '#kernel/list.js';
import type { Scope, Tenant } from '#kernel/scope.js';
import { Database } from '#platform/database/database.js';
import type { Params } from '#platform/http/params.js';
import { Listing } from '#platform/listing/listing.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import type { Occurrence, ScheduledKindName } from './rules/schedule.js';
import { occurrenceView, type OccurrenceView } from './occurrence.view.js';
import { SCHEDULE_PARTS, toLoadedSchedule, toOccurrence, type LoadedSchedule } from './schedule.row.js';
import { scheduleView, type ScheduleView } from './schedule.view.js';

/**
 * The path of a list of schedules, and its conditions. Deleted schedules are listed (docs/fidelity.md SC11).
 */
interface ScheduleList {
  readonly location: string;
  readonly kind?: ScheduledKindName;
  readonly partyId?: string;
}

@Injectable()
export class ScheduleReader {
  private readonly schedules: Listing<
    LoadedSchedule,
    { kind: string | undefined; partyId: string | undefined }
  >;
  private readonly occurrences: Listing<Occurrence, { scheduleId: string }>;

  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
  ) {
    this.schedules = new Listing(database, 'schedule', async (reader, { args }) =>
      (await reader.schedule.findMany({ ...args, include: SCHEDULE_PARTS })).map(toLoadedSchedule),
    );
    this.occurrences = new Listing(database, 'occurrence', async (reader, { args }) =>
      (await reader.occurrence.findMany(args)).map(toOccurrence),
    );
  }

  /** Deleted schedules are found: their status is `deleted`. */
  async find(scope: Scope, id: string): Promise<ScheduleView> {
    return scheduleView(await this.load(scope, id), await this.directory.viewContext(scope.accountId));
  }

  async list(
    scope: Scope,
    { location, ...only }: ScheduleList,
    params: Params,
  ): Promise<ListView<ScheduleView>> {
    const context = await this.directory.viewContext(scope.accountId);
    const query = parseListQuery(params, context.now);
    return this.schedules.list(scope, query, location, (loaded) => scheduleView(loaded, context), only);
  }

  async findOccurrence({ accountId, livemode }: Scope, id: string): Promise<OccurrenceView> {
    const stored = await this.database.occurrence.findFirst({ where: { id, accountId, livemode } });
    return stored ? occurrenceView(toOccurrence(stored)) : failNotFound('occurrence', id);
  }

  async listOccurrences(scope: Scope, scheduleId: string, params: Params): Promise<ListView<OccurrenceView>> {
    await this.load(scope, scheduleId);
    const query = parseListQuery(params, (await this.directory.viewContext(scope.accountId)).now);
    return this.occurrences.list(scope, query, `/schedules/${scheduleId}/occurrences`, occurrenceView, {
      scheduleId,
    });
  }

  /** Throws `not_found`. */
  async load({ accountId, livemode }: Tenant, id: string): Promise<LoadedSchedule> {
    const stored = await this.database.schedule.findFirst({
      where: { id, accountId, livemode },
      include: SCHEDULE_PARTS,
    });
    return stored ? toLoadedSchedule(stored) : failNotFound('schedule', id);
  }

  /** The occurrence with a pending retry, if any. */
  async awaiting({ accountId, livemode }: Tenant, scheduleId: string): Promise<Occurrence | null> {
    const stored = await this.database.occurrence.findFirst({
      where: { accountId, livemode, scheduleId, retryAt: { not: null } },
    });
    return stored && toOccurrence(stored);
  }
}
