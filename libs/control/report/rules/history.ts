/** The rows that a report reads of a sandbox, in one mode. Times are milliseconds of the sandbox's clock. */
export interface HistoryRows {
  readonly charges: readonly ChargeRow[];
  readonly refunds: readonly RefundRow[];
  readonly disputes: readonly DisputeRow[];
  readonly events: readonly EventRow[];
  readonly attempts: readonly AttemptRow[];
  readonly requests: readonly RequestRow[];
  readonly firings: readonly FiringRow[];
}

export interface ChargeRow {
  readonly id: string;
  readonly status: string;
  /** In the smallest unit of `currency`. */
  readonly amount: number;
  readonly currency: string;
  readonly funding_currency: string;
  readonly captured_amount: number;
  readonly refunded_amount: number;
  readonly capture: boolean;
  /** `card`, or the type of its source. */
  readonly method: string;
  readonly authentication: string | null;
  readonly failure_code: string | null;
  readonly return_uri: string | null;
  readonly payment_id: string | null;
  readonly customer_id: string | null;
  readonly schedule_id: string | null;
  readonly description: string | null;
  /** The order in its metadata. */
  readonly order_of: string | null;
  readonly created_at: number;
  readonly authorized_at: number | null;
  readonly paid_at: number | null;
  readonly expired_at: number | null;
  /** True if an exam made it, or had the shop make it. Exams send only the events of their cases. */
  readonly is_of_exam: boolean;
}

interface RefundRow {
  readonly id: string;
  readonly charge_id: string;
  /** In the smallest unit of the charge's currency. */
  readonly amount: number;
}

interface DisputeRow {
  readonly id: string;
  readonly charge_id: string;
  readonly status: string;
}

export interface EventRow {
  readonly id: string;
  readonly key: string;
  readonly object_id: string;
  /** The request, page, action or clock move that caused it. */
  readonly trigger_id: string | null;
  readonly created_at: number;
}

/** An attempt to send a webhook, with its delivery and event. */
export interface AttemptRow {
  readonly id: string;
  readonly event_id: string;
  readonly key: string;
  readonly object_id: string;
  readonly event_at: number;
  readonly started_at: number;
  readonly duration_ms: number;
  readonly status: number | null;
  readonly error: string | null;
  /** The effect of its delivery's fault. */
  readonly effect: string | null;
  /** As an exam or a fault has changed it. */
  readonly change: {
    readonly body?: string;
    readonly signature?: string;
    readonly mistake?: string;
    readonly ageMs?: number;
    readonly isAltered?: boolean;
    readonly hangsUp?: boolean;
    readonly isSecretUnset?: boolean;
  } | null;
  readonly delivery_status: string;
}

/** A request to the API, the vault or the payment pages. */
export interface RequestRow {
  readonly id: string;
  readonly livemode: boolean;
  readonly host: string;
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly objects: readonly string[];
  readonly fault: string | null;
  readonly key_kind: string | null;
  readonly api_version: string | null;
  readonly is_from_browser: boolean;
  readonly duration_ms: number;
  /** The order in the metadata that was sent. */
  readonly order_of: string | null;
  /** True if a page has asked by itself. */
  readonly is_poll: boolean;
  /** In the sandbox's time. */
  readonly at: number;
  /** In the machine's time. */
  readonly machine_at: number;
}

/** A fault that changed a request, a payment or a webhook. */
export interface FiringRow {
  readonly object_id: string | null;
  /** The request that it changed. */
  readonly trigger_id: string | null;
  /** The `do` part of the fault. */
  readonly effect: Readonly<Record<string, unknown>>;
  readonly at: number;
}

const FIRST_ERROR = 400;

/** The history of a sandbox, with the questions that situations and advice ask about it. */
export class History implements HistoryRows {
  readonly charges: readonly ChargeRow[];
  readonly refunds: readonly RefundRow[];
  readonly disputes: readonly DisputeRow[];
  readonly events: readonly EventRow[];
  readonly attempts: readonly AttemptRow[];
  readonly requests: readonly RequestRow[];
  readonly firings: readonly FiringRow[];
  /** Requests of the shop to the API, answered or not. */
  readonly calls: readonly RequestRow[];
  /** Charges by id, by the id of their payment page, and by their order. */
  private readonly byId: ReadonlyMap<string, ChargeRow>;
  private readonly byPage: ReadonlyMap<string, ChargeRow>;
  private readonly byOrder: ReadonlyMap<string, readonly ChargeRow[]>;
  /** The charge of a refund or dispute. */
  private readonly chargeOf: ReadonlyMap<string, string>;
  private readonly requestById: ReadonlyMap<string, RequestRow>;
  /** The two calls that were answered last: a question may leave one out. */
  private readonly lastAnswered: readonly RequestRow[];
  private readonly callsByPayment: ReadonlyMap<string, readonly RequestRow[]>;
  private readonly attemptsByPayment: ReadonlyMap<string, readonly AttemptRow[]>;
  private readonly eventById: ReadonlyMap<string, EventRow>;
  private readonly eventsByCause: ReadonlyMap<string, readonly EventRow[]>;
  private readonly eventsByObject: ReadonlyMap<string, readonly EventRow[]>;

  constructor(rows: HistoryRows) {
    this.charges = rows.charges;
    this.refunds = rows.refunds;
    this.disputes = rows.disputes;
    this.events = rows.events;
    this.attempts = rows.attempts;
    this.requests = rows.requests;
    this.firings = rows.firings;
    this.byId = new Map(rows.charges.map((charge) => [charge.id, charge]));
    this.byPage = new Map(rows.charges.map((charge) => [charge.payment_id ?? '', charge]));
    this.byOrder = grouped(rows.charges, ({ order_of: order }) => (order === null ? [] : [order]));
    this.chargeOf = new Map(
      [...rows.refunds, ...rows.disputes].map(({ id, charge_id: charge }) => [id, charge]),
    );
    this.calls = rows.requests.filter(isCall);
    this.requestById = new Map(rows.requests.map((request) => [request.id, request]));
    this.lastAnswered = this.calls
      .filter(isAnswered)
      .sort((one, other) => other.at - one.at)
      .slice(0, 2);
    this.callsByPayment = grouped(this.calls, ({ objects }) => objects.map((id) => this.paymentOf(id)));
    this.attemptsByPayment = grouped(rows.attempts, ({ object_id: id }) => [this.paymentOf(id)]);
    this.eventById = new Map(rows.events.map((event) => [event.id, event]));
    this.eventsByObject = grouped(rows.events, ({ object_id: id }) => [id]);
    this.eventsByCause = grouped(rows.events, ({ trigger_id: cause }) => (cause === null ? [] : [cause]));
  }

  request(id: string | null): RequestRow | undefined {
    return id === null ? undefined : this.requestById.get(id);
  }

  /** The request with this id if it is a call. */
  call(id: string | null): RequestRow | undefined {
    const request = this.request(id);
    return request && isCall(request) ? request : undefined;
  }

  /** True if a call at this time or later, another than this one, was answered. */
  isAnsweredSince(at: number, id: string | null): boolean {
    return this.lastAnswered.some((call) => call.id !== id && call.at >= at);
  }

  charge(id: string): ChargeRow | undefined {
    return this.byId.get(id);
  }

  chargeOfPage(paymentId: string): ChargeRow | undefined {
    return this.byPage.get(paymentId);
  }

  /** The charges by order, each oldest first. Charges without an order are not among them. */
  get orders(): Iterable<readonly ChargeRow[]> {
    return this.byOrder.values();
  }

  /** The charges of an order, oldest first. */
  ofOrder(order: string | null): readonly ChargeRow[] {
    return order === null ? [] : (this.byOrder.get(order) ?? []);
  }

  /** The charge that a refund or dispute belongs to; of any other object itself. */
  paymentOf(id: string): string {
    return this.chargeOf.get(id) ?? id;
  }

  /** Calls about the payment of an object, oldest first. */
  callsAbout(id: string): readonly RequestRow[] {
    return this.callsByPayment.get(this.paymentOf(id)) ?? [];
  }

  /** Attempts to send the webhooks of the payment of an object. */
  attemptsAbout(id: string): readonly AttemptRow[] {
    return this.attemptsByPayment.get(this.paymentOf(id)) ?? [];
  }

  event(id: string): EventRow | undefined {
    return this.eventById.get(id);
  }

  eventsOf(objectId: string): readonly EventRow[] {
    return this.eventsByObject.get(objectId) ?? [];
  }

  /** The events that a request, page, action or clock move caused. */
  causedBy(id: string): readonly EventRow[] {
    return this.eventsByCause.get(id) ?? [];
  }
}

function isCall({ host, livemode }: RequestRow): boolean {
  return host === 'api' && !livemode;
}

export function isAcknowledged({ status }: Pick<AttemptRow, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
}

export function isAnswered({ status }: Pick<RequestRow, 'status'>): boolean {
  return status !== null && status < FIRST_ERROR;
}

export function isRejected({ status }: Pick<RequestRow, 'status'>): boolean {
  return status !== null && status >= FIRST_ERROR;
}

export function isForged({ change }: AttemptRow): boolean {
  const { signature, mistake, isAltered } = change ?? {};
  const isSigned = signature === undefined || signature === 'two';
  return !isSigned || mistake !== undefined || isAltered === true;
}

export function isStale({ change }: AttemptRow): boolean {
  return (change?.ageMs ?? 0) > 0;
}

/** The items by each of their keys. */
export function grouped<Item>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly string[],
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items)
    for (const key of new Set(keysOf(item))) {
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
  return groups;
}
