import { steadyPort } from './ports.js';
import { TollgateProcess, type Role } from './tollgate-process.js';

/**
 * Starts as many processes of each kind as `counts` says, and does not wait until they serve. `execArgv` is
 * for node, before each program, besides `NODE_FLAGS`.
 */
export async function openProcesses(
  counts: Readonly<Partial<Record<Role, number>>>,
  dir: string,
  env: Readonly<Record<string, string>>,
  execArgv: readonly string[] = [],
): Promise<TollgateProcess[]> {
  const members: TollgateProcess[] = [];
  for (const [role, count] of Object.entries(counts) as [Role, number][]) {
    for (let number = 1; number <= count; number += 1) {
      const port = await steadyPort();
      const settings = role === 'worker' ? env : { ...env, [`${role.toUpperCase()}_PORT`]: String(port) };
      members.push(new TollgateProcess({ role, name: `${role}-${number}`, dir, port, settings, execArgv }));
    }
  }
  for (const member of members) member.start();
  return members;
}
