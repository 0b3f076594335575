import type request from 'supertest';
import { control, type Sandbox } from './sandbox.js';

/** What is done with the snapshots of a sandbox, at the control host. */
export function snapshotsOf(sandbox: Sandbox): {
  save: (name?: string) => request.Test;
  list: () => request.Test;
  restore: (name?: string) => request.Test;
  remove: (name?: string) => request.Test;
} {
  const path = `/api/sandboxes/${sandbox.name}/snapshots`;
  const host = (): ReturnType<typeof control> => control(sandbox.gateway);
  return {
    save: (name = 'before') => host().post(path).send({ name }),
    list: () => host().get(path),
    restore: (name = 'before') => host().post(`${path}/${name}/restore`),
    remove: (name = 'before') => host().delete(`${path}/${name}`),
  };
}
