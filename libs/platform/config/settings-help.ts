import { SETTING_GROUPS } from './setting-schema.js';

/** The settings that a process reads, with defaults, for `--help`. */
export function settingsHelp(): string {
  const groups = SETTING_GROUPS.map(({ title, settings }) => {
    const own = Object.entries(settings).filter(([, { docker }]) => docker !== 'only');
    const lines = own.map(([name, { about, default: fallback, empty }]) => {
      const shown = fallback || empty;
      return `  ${name.padEnd(24)} ${about}${shown === undefined ? '' : ` Default: ${shown}.`}`;
    });
    return { title, lines };
  });
  const parts = groups
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) => `${title}:\n${lines.join('\n')}`);
  return `Settings, from the environment or .env in this folder (docs/settings.md):\n\n${parts.join('\n\n')}`;
}
