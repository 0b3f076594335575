import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { fail } from '#kernel/errors.js';
import { parseDuration } from '#kernel/duration.js';
import { parseWait } from '#engine/long-poll/rules/long-poll.js';
import { AccountWatch } from '#engine/accounts/account-watch.js';
import { SandboxAccounts } from '#engine/accounts/sandbox-accounts.js';
import { Audit } from '#engine/audit/audit.js';
import { listOf, shopParametersOf, type AnswerQuestionDto } from '../shops/shop.dto.js';
import { ShopRunStore } from '../shops/shop-run.store.js';
import { BEHAVIOURS, type Behaviour } from './rules/behaviours.js';
import { readPlan } from './rules/read-plan.js';
import type { SoakPlan } from './rules/soak-plan.js';
import { SoakRunner } from './soak-runner.js';
import type { CreateSoakDto } from './soak.dto.js';
import {
  soakSummaryView,
  soakView,
  type SoakListView,
  type SoakParameters,
  type SoakView,
} from './soak.view.js';

const DEFAULT_ORDERS = 200;
/** Seeds that are drawn are short: they are typed again. */
const DRAWN_SEEDS = 1_000_000;

/** Soaks of shops: random orders and troubles against one law. */
@Injectable()
export class SoaksService {
  constructor(
    private readonly store: ShopRunStore,
    private readonly runner: SoakRunner,
    private readonly accounts: SandboxAccounts,
    private readonly watch: AccountWatch,
    private readonly audit: Audit,
  ) {}

  /** Throws `not_found`. */
  async list(sandbox: string): Promise<SoakListView> {
    const { id } = await this.accounts.get(sandbox);
    const data = (await this.store.list(id, 'soak')).map(soakSummaryView);
    return { object: 'list', data, next: null };
  }

  /** Starts a soak, which goes on after the answer. Throws `not_found`, and `bad_request` while another runs. */
  async create(sandbox: string, body: CreateSoakDto): Promise<SoakView> {
    const parameters = parametersOf(body);
    const account = await this.accounts.get(sandbox);
    const soak = await this.store.add(account, 'soak', parameters);
    await this.audit.record(account, { action: 'start_soak', objectId: soak.id, livemode: false });
    this.runner.start(soak, sandbox, account);
    return soakView(soak);
  }

  /** Waits until the soak has ended, or asks the caller another question. Throws `not_found`. */
  async find(
    sandbox: string,
    id: string,
    { wait, question }: Readonly<Record<'wait' | 'question', unknown>>,
    signal: AbortSignal,
  ): Promise<SoakView> {
    const waitMs = parseWait(wait);
    const { id: accountId } = await this.accounts.get(sandbox);
    const look = async (): Promise<true | undefined> => {
      const { hasEnded, question: asked } = await this.store.look(accountId, 'soak', id);
      return hasEnded || (asked !== null && asked !== question) ? true : undefined;
    };
    if (waitMs > 0) await this.watch.until(accountId, look, waitMs, signal);
    return soakView(await this.store.load(accountId, 'soak', id));
  }

  /** Throws `not_found`, and `bad_request` if this was not asked. */
  async answer(sandbox: string, id: string, body: AnswerQuestionDto): Promise<SoakView> {
    const { id: accountId } = await this.accounts.get(sandbox);
    await this.store.look(accountId, 'soak', id);
    if (!(await this.store.answer({ id, accountId }, body)))
      fail('bad_request', `the soak does not ask question ${body.question}`);
    return soakView(await this.store.load(accountId, 'soak', id));
  }

  /** Throws `not_found`. A soak that has ended stays as it is. */
  async stop(sandbox: string, id: string): Promise<SoakView> {
    const { id: accountId } = await this.accounts.get(sandbox);
    await this.store.stop({ id, accountId, kind: 'soak' });
    return soakView(await this.store.load(accountId, 'soak', id));
  }
}

function parametersOf(body: CreateSoakDto): SoakParameters {
  const { orders, seed, behaviours, plan } = body;
  if (body.probe === undefined || body.checkout === undefined)
    fail(
      'bad_request',
      'probe and checkout are required: the law compares what the shop says with its charges',
    );
  const names = BEHAVIOURS.map(({ name }) => name);
  const read = plan === undefined ? null : readPlan(typeof plan === 'string' ? plan : JSON.stringify(plan));
  return {
    ...shopParametersOf(body),
    seed: seed === undefined ? randomInt(DRAWN_SEEDS) : Number(seed),
    orders: orders === undefined ? DEFAULT_ORDERS : Number(orders),
    forMs: parseDuration(body.for) ?? null,
    behaviours: behaviours === undefined ? names : (listOf(behaviours) as Behaviour[]),
    // The body was validated.
    plan: read as SoakPlan | null,
  };
}
