import { Injectable } from '@nestjs/common';
import { fail, throwProblems } from '#kernel/errors.js';
import type { ListView } from '#kernel/list.js';
import { dayIn } from '#kernel/local-time.js';
import type { Scope } from '#kernel/scope.js';
import type { Params } from '#platform/http/params.js';
import type { Account } from '#engine/accounts/account.js';
import { newId } from '#engine/writes/new-id.js';
import { OptimisticWrite, type Decision } from '#engine/writes/optimistic-write.js';
import { Resources } from '#engine/resources/resources.js';
import { CUSTOMER } from '../customers/customer.resource.js';
import { RECIPIENT } from '../recipients/recipient.resource.js';
import type { Recurrence } from './rules/recurrence.js';
import { begin } from './rules/schedule.machine.js';
import { readRecurrence } from './rules/schedule.rules.js';
import type { Schedule } from './rules/schedule.js';
import type { CreateScheduleDto } from './schedule.dto.js';
import { jobsOf } from './schedule-job.js';
import { OCCURRENCE } from './occurrence.resource.js';
import type { OccurrenceView } from './occurrence.view.js';
import { SCHEDULE } from './schedule.resource.js';
import { toScheduleRow, type LoadedSchedule } from './schedule.row.js';
import { ScheduleRuns } from './schedule.runs.js';
import { scheduleView, type ScheduleView } from './schedule.view.js';
import type { ScheduledKind, ScheduledWish } from './scheduled-kind.js';
import { ScheduledKinds } from './scheduled-kinds.js';

const NOTHING_SCHEDULED = 'send either charge or transfer';

@Injectable()
export class SchedulesService {
  constructor(
    private readonly writes: OptimisticWrite,
    private readonly resources: Resources,
    private readonly kinds: ScheduledKinds,
    private readonly runs: ScheduleRuns,
  ) {}

  /** An occurrence today runs at once (docs/fidelity.md SC7). */
  create(scope: Scope, body: CreateScheduleDto): Promise<ScheduleView> {
    return this.writes.write(scope, async (now, account) => {
      const today = dayIn(account.country, now);
      const schedule = await this.read(scope, account, body, today, now);
      const loaded: LoadedSchedule = { schedule, occurrences: [], occurrenceCount: 0 };
      const created = {
        key: 'schedule.create',
        objectId: schedule.id,
        data: scheduleView(loaded, { now }),
      } as const;
      const { after, insert, events, jobs } =
        schedule.nextOn === today
          ? await this.runs.next(loaded, null, now, account)
          : { after: loaded, insert: {}, events: [], jobs: jobsOf(schedule, undefined, now) };
      return {
        insert: { ...insert, schedule: [toScheduleRow(after.schedule)] },
        events: [created, ...events],
        jobs,
        answer: scheduleView(after, { now }),
      } satisfies Decision<ScheduleView>;
    });
  }

  /** Throws `not_found`. */
  async listOfCustomer(scope: Scope, customerId: string, params: Params): Promise<ListView<ScheduleView>> {
    await this.resources.load(CUSTOMER, scope, customerId);
    return this.resources.list(SCHEDULE, scope, params, {
      location: `/customers/${customerId}/schedules`,
      only: { partyId: customerId },
    });
  }

  /** Throws `not_found`. */
  async listOfRecipient(scope: Scope, recipientId: string, params: Params): Promise<ListView<ScheduleView>> {
    await this.resources.load(RECIPIENT, scope, recipientId);
    return this.resources.list(SCHEDULE, scope, params, {
      location: `/recipients/${recipientId}/schedules`,
      only: { partyId: recipientId },
    });
  }

  /** Throws `not_found`. */
  async listOccurrences(scope: Scope, scheduleId: string, params: Params): Promise<ListView<OccurrenceView>> {
    await this.resources.load(SCHEDULE, scope, scheduleId);
    return this.resources.list(OCCURRENCE, scope, params, {
      location: `/schedules/${scheduleId}/occurrences`,
      only: { scheduleId },
    });
  }

  /** Throws `bad_request` with everything that is wrong, and `not_found`. */
  private async read(
    scope: Scope,
    account: Account,
    body: CreateScheduleDto,
    today: string,
    now: Date,
  ): Promise<Schedule> {
    const recurrence = readRecurrence(body, today);
    const problems = 'problems' in recurrence ? recurrence.problems : [];
    const subject = this.kinds.describedIn(body);
    if (!subject) throwProblems('bad_request', [...problems, NOTHING_SCHEDULED]);
    else {
      const wish = await subject.kind.read(scope, account, subject.described, problems, now);
      if (!('problems' in recurrence))
        return newSchedule(scope, account, recurrence, subject.kind, wish, now);
    }
    return fail('bad_request');
  }
}

function newSchedule(
  { accountId, livemode }: Scope,
  { country }: Account,
  recurrence: Recurrence,
  { name: kind, identifiedAs }: ScheduledKind,
  wish: ScheduledWish,
  now: Date,
): Schedule {
  const ids = { id: newId('schedule', livemode), scheduledId: newId(identifiedAs, livemode) };
  return {
    ...ids,
    accountId,
    livemode,
    version: 0,
    kind,
    ...recurrence,
    ...wish,
    ...begin(recurrence, country),
    createdAt: now,
  };
}
