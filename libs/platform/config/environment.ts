import { closestName } from './closest-name.js';
import { FILE_NAMES, readEnvironmentFile } from './environment-file.js';
import { REMOVED_SETTINGS, SCHEMA } from './setting-schema.js';

/** In the working folder. */
const DEFAULT_FILE = '.env';

/** The environment has priority over the file. */
export function loadEnvironment(file = DEFAULT_FILE): Record<string, string | undefined> {
  // An empty variable counts as unset.
  const set = Object.entries(process.env).filter(([, value]) => value !== '');
  return { ...readEnvironmentFile(file).values, ...Object.fromEntries(set) };
}

/**
 * A warning for each removed setting, for each misspelled name, and for the settings of a file that has names
 * of other programs too.
 */
export function environmentWarnings(file = DEFAULT_FILE): string[] {
  const { values, otherNames } = readEnvironmentFile(file);
  const meant = otherNames.map((name) => closestName(name, FILE_NAMES));
  const misspelled = otherNames.flatMap((name, index) =>
    meant[index] === undefined ? [] : [`${file}: unknown name ${name}; did you mean ${meant[index]}?`],
  );
  const environment = loadEnvironment(file);
  const removed = Object.entries(REMOVED_SETTINGS).flatMap(([name, remedy]) =>
    environment[name]?.trim() ? [`${name} is no longer a setting: ${remedy}`] : [],
  );
  const warnings = [...removed, ...misspelled];
  const used = Object.keys(SCHEMA).filter((name) => values[name]?.trim() && !process.env[name]?.trim());
  if (used.length === 0 || misspelled.length === otherNames.length) return warnings;
  return [
    ...warnings,
    `${file} has names of other programs; Tollgate reads ${used.join(', ')} from it (docs/settings.md)`,
  ];
}

export function setUnset(values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values))
    if (!process.env[name]?.trim()) process.env[name] = value;
}
