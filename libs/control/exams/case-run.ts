import type { ShopRun } from '#platform/database/generated/client.js';
import type { ScenarioRun } from '../scenarios/scenario-run.js';
import { OrderRun, startOf, type OrderState } from '../shops/order-run.js';
import type { ShopAnswer } from '../shops/shop-client.js';
import type { ShopParameters } from '../shops/shop-run.view.js';
import type { ExamCase, Finding } from './rules/exam-case.js';

/** The most characters of a finding that are kept. */
const MAX_FINDING = 2_000;

/** A request of the shop to the API. */
export interface ShopCall {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
  readonly fault: string | null;
  readonly objects: readonly string[];
  readonly durationMs: number;
  readonly at: Date;
}

/** A case in progress. */
export class CaseRun extends OrderRun {
  readonly findings: Finding[] = [];
  /** The calls of the shop that were read, by ID. */
  readonly calls = new Map<string, ShopCall>();
  /** The database snapshot of the last read. Initially it contains no transaction. */
  callsSeenIn = '1:1:';
  /** The answer of the return page. */
  returned: ShopAnswer | undefined;
  /** Its address, without tokens. */
  returnUri = '';
  /** The state of the order after the checkout. */
  begun: OrderState | undefined;
  /** When the customer of the order paid, in the machine's time. */
  paidAt: Date;
  /** True if the charge was paid at the checkout, as a card without 3-D Secure is. */
  isPaidAtCheckout = false;
  /** True if its findings say all, although steps are left. */
  isOver = false;
  /** Charges that Tollgate made although the shop has a checkout. */
  readonly foreign = new Set<string>();
  /** All charges of an order whose answer was lost. */
  charges: readonly { readonly id: string; readonly isPaid: boolean }[] = [];

  constructor(
    row: ShopRun,
    parameters: ShopParameters,
    readonly examCase: ExamCase,
    scenario: ScenarioRun,
    /** The state of an order after its payment. */
    readonly paid: OrderState | undefined,
    beganAt: Date,
  ) {
    super(row, parameters, scenario, beganAt);
    this.paidAt = beganAt;
  }

  /** Adds a finding, without secrets that the shop has shown. */
  find({ verdict, text }: Finding): void {
    this.findings.push({ verdict, text: startOf(text, MAX_FINDING) });
  }
}
