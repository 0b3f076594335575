import { control, createSandbox, type Sandbox } from './sandbox.js';
import type { Gateway } from './harness.js';

/** An entry of `happened` in an advance's response. */
export interface Happened {
  readonly at: string;
  readonly kind: string;
  readonly object_id: string;
  readonly event: string | null;
  readonly delivery: string | null;
  readonly outcome: string;
  readonly status: number | null;
}

export interface AdvanceBody {
  readonly from: string;
  readonly to: string;
  readonly status: string;
  readonly happened: readonly Happened[];
  readonly unfinished: readonly { readonly why: string; readonly kind: string }[];
}

/** A sandbox whose clock stands still at `now`. */
export function frozenSandbox(gateway: Gateway, now: string, settings: object = {}): Promise<Sandbox> {
  return createSandbox(gateway, { clock: { now, frozen: true }, ...settings });
}

export async function advance(sandbox: Sandbox, body: object, at = sandbox.gateway): Promise<AdvanceBody> {
  const answer = await control(at).post(`/api/sandboxes/${sandbox.name}/clock/advance`).send(body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body as AdvanceBody;
}

/** Entries of `happened` without ids. */
export function happenedKinds(happened: readonly Happened[]): [string, string, string][] {
  return happened.map(({ at, kind, outcome }) => [at, kind, outcome]);
}

export async function clockOf(
  sandbox: Sandbox,
): Promise<{ now: string; frozen: boolean; next: object | null }> {
  const { body } = await control(sandbox.gateway).get(`/api/sandboxes/${sandbox.name}/clock`).expect(200);
  return body as { now: string; frozen: boolean; next: object | null };
}
