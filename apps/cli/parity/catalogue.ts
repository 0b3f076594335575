import { EXIT, Failure } from '../failure.js';
import { CAPABILITY } from './catalogue/capability.js';
import { CHARGES } from './catalogue/charges.js';
import type { Flow } from './exchange.js';

/** Everything that is asked, in order. */
export const CATALOGUE: readonly Flow[] = [...CAPABILITY, ...CHARGES];

/** The flows about these resources, with everything that they need. */
export function flowsAbout(resources: readonly string[] | undefined): readonly Flow[] {
  if (!resources) return CATALOGUE;
  const known = new Set(CATALOGUE.flatMap(({ exchanges }) => exchanges.map(({ resource }) => `${resource}`)));
  const unknown = resources.find((resource) => !known.has(resource));
  if (unknown !== undefined)
    throw new Failure(`--only ${unknown}: use some of ${[...known].sort().join(', ')}`, EXIT.usage);
  return CATALOGUE.filter(({ exchanges }) => exchanges.some(({ resource }) => resources.includes(resource)));
}
