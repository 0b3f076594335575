import { Injectable } from '@nestjs/common';
import { isUnset } from '#kernel/values.js';
import type { ScheduledKindName } from './rules/schedule.js';
import type { CreateScheduleDto } from './schedule.dto.js';
import type { ScheduledKind } from './scheduled-kind.js';
import { ScheduledCharges } from './scheduled-charges.js';
import { ScheduledTransfers } from './scheduled-transfers.js';

/**
 * The kinds of schedules. A new kind is a class beside {@link ScheduledCharges}, its view, and a line here.
 */
@Injectable()
export class ScheduledKinds {
  private readonly byName: Readonly<Record<ScheduledKindName, ScheduledKind>>;

  constructor(charge: ScheduledCharges, transfer: ScheduledTransfers) {
    this.byName = { charge, transfer };
  }

  of(name: ScheduledKindName): ScheduledKind {
    return this.byName[name];
  }

  /** The kind of a request and its parameters; `undefined` unless the request names exactly one kind. */
  describedIn(
    body: CreateScheduleDto,
  ): { readonly kind: ScheduledKind; readonly described: object } | undefined {
    const found = Object.values(this.byName).flatMap((kind) => {
      const described = body[kind.name];
      return described === undefined || isUnset(described) ? [] : [{ kind, described }];
    });
    return found.length === 1 ? found[0] : undefined;
  }
}
