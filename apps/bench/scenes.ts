import type { OwnPostgres } from '../rig/own-postgres.js';
import type { Role } from '../rig/tollgate-process.js';
import { openScene, type Scene, type ScenePlan } from './scene.js';
import type { Stage } from './stage.js';

/** Where scenes come from. */
export interface Scenes {
  open(plan: ScenePlan): Promise<Scene>;
  /** Ends those that are left. */
  close(): Promise<void>;
}

/** Every scene is made anew, and whoever opened it discards it. */
export function freshScenes(postgres: OwnPostgres, say: (line: string) => void): Scenes {
  return { open: (plan) => openScene(postgres, plan, say), close: () => Promise.resolve() };
}

/** For a short run, whose figures mean nothing: one scene serves all that want as many charges, and what it has started goes on. */
export function sharedScenes(postgres: OwnPostgres, say: (line: string) => void): Scenes {
  const scenes = new Map<number, Scene>();
  const stages: Stage[] = [];
  return {
    open: async (plan) => {
      const known = scenes.get(plan.count);
      if (known) return known;
      const scene = await openScene(postgres, plan, say);
      stages.push(scene.stage);
      const lasting = { ...scene, stage: lastingStage(scene.stage) };
      scenes.set(plan.count, lasting);
      return lasting;
    },
    close: async () => {
      for (const stage of stages) await stage.discard();
    },
  };
}

const nothing = (): Promise<void> => Promise.resolve();

/** Nothing of it ends, and what runs already is not started again. */
function lastingStage(stage: Stage): Stage {
  const running = new Map<Role, Promise<unknown>>();
  const start = async (role: Role): Promise<{ end: typeof nothing }> => {
    const starting = running.get(role) ?? stage.start(role);
    running.set(role, starting);
    await starting;
    return { end: nothing };
  };
  return { ...stage, start, close: nothing, discard: nothing };
}
