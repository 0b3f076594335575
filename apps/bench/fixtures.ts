import type { OwnPostgres } from '../rig/own-postgres.js';
import type { Role } from '../rig/tollgate-process.js';
import { openFixture, type Fixture, type FixturePlan } from './fixture.js';
import type { Deployment } from './deployment.js';

/** Where fixtures come from. */
export interface Fixtures {
  open(plan: FixturePlan): Promise<Fixture>;
  /** Ends those that are left. */
  close(): Promise<void>;
}

/** Every fixture is made anew, and whoever opened it discards it. */
export function freshFixtures(postgres: OwnPostgres, say: (line: string) => void): Fixtures {
  return { open: (plan) => openFixture(postgres, plan, say), close: () => Promise.resolve() };
}

/** For a short run, whose figures mean nothing: one fixture serves all that want as many charges, and what it has started goes on. */
export function sharedFixtures(postgres: OwnPostgres, say: (line: string) => void): Fixtures {
  const fixtures = new Map<number, Fixture>();
  const deployments: Deployment[] = [];
  return {
    open: async (plan) => {
      const known = fixtures.get(plan.count);
      if (known) return known;
      const fixture = await openFixture(postgres, plan, say);
      deployments.push(fixture.deployment);
      const lasting = { ...fixture, deployment: lastingDeployment(fixture.deployment) };
      fixtures.set(plan.count, lasting);
      return lasting;
    },
    close: async () => {
      for (const deployment of deployments) await deployment.discard();
    },
  };
}

const nothing = (): Promise<void> => Promise.resolve();

/** Nothing of it ends, and what runs already is not started again. */
function lastingDeployment(deployment: Deployment): Deployment {
  const running = new Map<Role, ReturnType<Deployment['start']>>();
  const start: Deployment['start'] = async (role) => {
    const starting = running.get(role) ?? deployment.start(role);
    running.set(role, starting);
    const { pid } = await starting;
    return { end: nothing, pid };
  };
  return { ...deployment, start, close: nothing, discard: nothing };
}
