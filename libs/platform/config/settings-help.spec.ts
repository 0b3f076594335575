import type { SettingSchema } from './setting-group.js';
import { SCHEMA } from './setting-schema.js';
import { settingsHelp } from './settings-help.js';

describe('the help on settings', () => {
  it('has one line with the default for each setting of a process', () => {
    const lines = settingsHelp()
      .split('\n')
      .filter((line) => /^ {2}[A-Z]/.test(line));
    const names = lines.map((line) => line.trim().split(' ')[0]);
    expect(names).toEqual(Object.keys(SCHEMA));
    for (const [index, { default: fallback }] of Object.values<SettingSchema>(SCHEMA).entries())
      if (fallback) expect(lines[index]).toContain(`Default: ${fallback}.`);
  });
});
