import { setTimeout as delay } from 'node:timers/promises';
import { Agent } from 'undici';
import { Clock } from '../../libs/platform/clock/clock.js';
import type { Role, TollgateProcess } from '../rig/tollgate-process.js';
import { pickMember, send, type Sending } from './client.js';
import type { Random } from './random.js';
import {
  bodyOf,
  isDone,
  type AdvanceAnswer,
  type SandboxLife,
  type Step,
  type StepKind,
} from './sandbox-history.js';

/** Longer than the limit of an advance. */
const PATIENCE_MS = 6_000;
const HEALED_PATIENCE_MS = 30_000;
/**
 * Retries after 503 or no response, and their delay. Another process takes over the clock moves of a dead
 * process after about ten seconds.
 */
const MAX_ROUNDS = 40;
const LONGEST_WAIT_BEFORE_AGAIN_MS = 800;

export type Ask = Pick<Sending, 'method' | 'body'> & {
  readonly kind: StepKind;
  readonly path: string;
  readonly target?: string | null;
};

export interface Known {
  readonly life: SandboxLife & { readonly steps: Step[] };
  secretKey: string;
  publicKey: string;
  /** Its time in the last response, in milliseconds since 1970. */
  now: number;
  /** Charges of the current epoch. */
  charges: { readonly id: string; readonly page: string }[];
  /** True once it is deleted, or once a reset without a response may still happen. */
  isLeft: boolean;
}

/** Sends requests about sandboxes, and records them with their responses. */
export class SandboxClient {
  readonly stopping = new AbortController();
  private readonly clock = new Clock();
  private agent = new Agent();
  private isHealed = false;
  private isSettling = false;

  constructor(readonly members: readonly TollgateProcess[]) {}

  heal(): void {
    this.isHealed = true;
    void this.agent.destroy();
    this.agent = new Agent();
  }

  /** From now on, this is the only client. */
  settle(): void {
    this.isSettling = true;
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  /** Calls a control host; `path` is below `/api/sandboxes`. */
  control(one: Known, ask: Ask, random: Random): Promise<Step> {
    return this.untilAnswered(one, { ...ask, path: `/api/sandboxes${ask.path}` }, 'control', random);
  }

  /** Sends the request to one of these processes. Retries after 503 or no response. Returns the last step. */
  async untilAnswered(one: Known, ask: Ask, role: Role, random: Random): Promise<Step> {
    for (let round = 1; ; round += 1) {
      const step = await this.ask(one, ask, this.pick(role, random));
      const isOpen = step.status === null || step.status >= 500;
      if (!isOpen || round === MAX_ROUNDS || (this.stopping.signal.aborted && !this.isHealed)) return step;
      await delay(random.integer(0, LONGEST_WAIT_BEFORE_AGAIN_MS));
    }
  }

  async ask(
    one: Known,
    { kind, method, path, body, target = null }: Ask,
    { url, place }: TollgateProcess,
  ): Promise<Step> {
    const at = this.clock.machineNow().getTime();
    const user = { api: one.secretKey, vault: one.publicKey }[place.role as string];
    const sending = { method, url: `${url}${path}`, body, ...(user === undefined ? {} : { user }) };
    const answer = await send(sending, this.agent, this.isHealed ? HEALED_PATIENCE_MS : PATIENCE_MS);
    const until = this.clock.machineNow().getTime();
    const sent = (body ?? {}) as Record<string, unknown>;
    const step: Step = {
      kind,
      process: place.name,
      at,
      until,
      ...answer,
      sent,
      target,
      isSettling: this.isSettling,
    };
    one.life.steps.push(step);
    this.learn(one, step);
    return step;
  }

  private learn(one: Known, step: Step): void {
    const isGone = step.status === 401 || (step.status === 404 && step.target === null);
    if (isGone) one.isLeft = true;
    if (!isDone(step)) return;
    const seen = timeIn(step);
    if (seen !== undefined)
      one.now = step.kind === 'reset' || step.kind === 'restore' ? seen : Math.max(one.now, seen);
  }

  pick(role: Role, random: Random): TollgateProcess {
    return pickMember(this.members, role, random);
  }
}

/** The sandbox's time at the end of the step; `undefined` if the response does not have it. */
function timeIn(step: Step): number | undefined {
  if (step.kind === 'advance') return Date.parse(bodyOf<AdvanceAnswer>(step).to);
  if (step.kind === 'make' || step.kind === 'reset')
    return Date.parse(bodyOf<{ clock: { now: string } }>(step).clock.now);
  if (step.kind === 'restore') return Date.parse(bodyOf<{ at: string }>(step).at);
  return ['clock', 'freeze', 'resume'].includes(step.kind)
    ? Date.parse(bodyOf<{ now: string }>(step).now)
    : undefined;
}
