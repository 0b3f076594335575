import request from 'supertest';
import { control, type Sandbox } from './sandbox.js';

export interface FaultBody {
  readonly name: string;
  readonly status: string;
  readonly matched: number;
  readonly fired: number;
  readonly [field: string]: unknown;
}

/** Sets a fault, which must not be refused. */
export async function setFault(sandbox: Sandbox, fault: object): Promise<FaultBody> {
  const { status, body } = await askForFault(sandbox, fault);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as FaultBody;
}

export function askForFault(sandbox: Sandbox, fault: object): request.Test {
  return control(sandbox.gateway).post(`/api/sandboxes/${sandbox.name}/faults`).send(fault);
}

export async function faultsOf({
  gateway,
  name,
}: Sandbox): Promise<{ data: FaultBody[]; unfired: string[] }> {
  return (await control(gateway).get(`/api/sandboxes/${name}/faults`).expect(200)).body as {
    data: FaultBody[];
    unfired: string[];
  };
}

/**
 * Fault hits on the timeline: name, effect and object. Entries are listed once all older transactions of the
 * server have ended, so `count` waits for that many.
 */
export async function firingsOf(
  { gateway, name }: Sandbox,
  count = 0,
): Promise<{ fault: string; do: object; object_id: string | null; request_id: string | null }[]> {
  const { body } = await control(gateway)
    .get(`/api/sandboxes/${name}/timeline`)
    .query({ kinds: 'fault', limit: 100, ...(count > 0 && { wait: '60s', count }) })
    .expect(200);
  const { data } = body as {
    data: { object_id: string | null; request_id: string | null; details: { fault: string; do: object } }[];
  };
  return data.map(({ object_id, request_id, details }) => ({ ...details, object_id, request_id }));
}

/** The error of a call without a response. */
export async function failureOf(call: request.Test): Promise<string> {
  return call.then(
    ({ status }) => `answered ${status}`,
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
}
