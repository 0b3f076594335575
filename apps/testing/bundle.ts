import type { Replay } from './answers.js';
import type { Sent } from './control.js';
import type { Scope } from './scope.js';

/** Longer than a replay can last, and than its receiver may take to respond. */
const REPLAY_MS = 300_000;

/** Speed and original endpoint of a replay. */
export interface ReplayOptions {
  /** 10 is ten times as fast. Default: 1. */
  readonly speed?: number;
  /** The original endpoint, if there were several. */
  readonly from?: string;
}

/** An imported bundle: the object of a saved case, and its webhooks. */
export class Bundle {
  constructor(
    private readonly scope: Scope,
    /** ID of the object in this sandbox. */
    readonly object: string,
  ) {}

  /** Sends the webhooks to a receiver, and resolves when all have been answered. */
  replay(to: string, options: ReplayOptions = {}): Promise<Replay> {
    const sent: Sent = { body: { object: this.object, to, ...options }, limitMs: REPLAY_MS };
    return this.scope.ask<Replay>('POST', '/replays', sent);
  }
}
