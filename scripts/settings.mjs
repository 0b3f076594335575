// `npm run settings`: writes `.env.example` and `docs/settings.md` from the schema of the settings
// (libs/platform/config/setting-schema.ts). With --check it writes nothing, and fails if a file is outdated.
import { readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
/** @import { SettingSchema } from '../libs/platform/config/setting-group.ts' */

const WIDTH = 120;
const GENERATED_BY = 'npm run settings writes this file from libs/platform/config/setting-schema.ts.';

const ENV_HEAD = `# Tollgate's settings with their defaults. An empty value means the default. \`npm run env\` writes a .env with new keys and secrets.
# \`npm start\` and \`docker compose up\` read .env at start; the environment has priority.
# ${GENERATED_BY}
`;

const PAGE_HEAD = `<!-- ${GENERATED_BY} -->

# Settings

Tollgate reads settings from the environment, or from a file \`.env\` in the folder where it starts; the environment has priority.

\`\`\`sh
cp .env.example .env           # every setting with its default
npm run env                    # or: a .env with new keys and secrets
API_PORT=8400 npm start        # or: one setting for one start
\`\`\`

- Settings are read at start. An empty value means the default. \`npm start -- --help\` lists all settings.
- An invalid value, or a line of \`.env\` without \`=\`, stops the start with an error of one line.
- \`.env\` may be another program's. Tollgate ignores names that it does not know, and warns if one looks like a misspelled setting.
  A setting that a shop has too, such as \`DATABASE_URL\`, \`REDIS_URL\`, \`HOST\`, \`BASE_URL\` or \`LOG_LEVEL\`, applies to Tollgate as well; a warning lists those that it reads from such a file.
  \`tollgate start --no-env-file\` reads no file, and \`--env-file tollgate.env\` reads another.
- Tollgate reads \`.env\` itself; with Docker, Compose reads the same file ([compose.md](compose.md)).

Durations are \`90s\`, \`15m\`, \`2h\`, \`7d\`. Only Compose reads the settings in [Docker only](#docker-only).
`;

/** @typedef {SettingSchema & { name: string, value: string | undefined }} Setting */

/** The groups of the schema, with the description of each setting's type. */
async function groupsOf() {
  const stdin = {
    contents: `export { SETTING_GROUPS } from './libs/platform/config/setting-schema.ts'; export { getDescription } from 'valibot';`,
    resolveDir: '.',
  };
  const { outputFiles } = await build({
    stdin,
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    conditions: ['source'],
  });
  const { SETTING_GROUPS, getDescription } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  );
  return SETTING_GROUPS.map(({ settings, ...group }) => ({
    ...group,
    settings: Object.entries(settings).map(([name, setting]) => ({
      ...setting,
      name,
      value: getDescription(setting.type),
    })),
  }));
}

/** True if an empty value has its own meaning. */
function isOptional(/** @type {Setting} */ setting) {
  return !setting.default && (setting.empty !== undefined || !setting.required);
}

/** Sentences about mandatory and missing support. */
function needOf(/** @type {Setting} */ { required, docker }) {
  return [
    ...(required ? [`Required ${required}.`] : []),
    ...(docker === 'never' ? ['Not with Docker.'] : []),
  ];
}

function envExample(groups) {
  const parts = groups.flatMap(({ title, note, settings }) => [
    `# --- ${title} ---\n${note ? comment([note]) : ''}`,
    ...settings.map((setting) => {
      const { name, about, value, empty } = setting;
      const sentences = [
        about,
        ...(value ? [`Must be ${value}.`] : []),
        ...(isOptional(setting) ? [`Empty: ${empty ?? 'none'}.`] : []),
        ...needOf(setting),
      ];
      return `${comment(sentences)}${name}=${setting.default ?? ''}\n`;
    }),
  ]);
  return [ENV_HEAD, ...parts].join('\n');
}

/** Lines of a comment, wrapped. */
function comment(/** @type {readonly string[]} */ sentences) {
  const words = sentences.join(' ').split(' ');
  const lines = words.reduce(
    (all, word) => {
      const line = `${all.at(-1)} ${word}`;
      return line.length > WIDTH ? [...all, `# ${word}`] : [...all.slice(0, -1), line];
    },
    ['#'],
  );
  return `${lines.join('\n')}\n`;
}

function settingsPage(groups) {
  const names = groups.flatMap(({ settings }) => settings.map(({ name }) => name));
  const parts = groups.map(({ title, note, settings }) => {
    const rows = settings.map((setting) => {
      const shown = setting.default
        ? `\`${setting.default.replaceAll(',', ', ')}\``
        : (setting.empty ?? (isOptional(setting) ? 'none' : ''));
      const cells = [setting.name, setting.value ?? '', shown, [setting.about, ...needOf(setting)].join(' ')];
      return cells.map((cell) => marked(cell, names));
    });
    return `## ${title}\n\n${note ? `${marked(note, names)}\n\n` : ''}${table([['Setting', 'Value', 'Default', 'Meaning'], ...rows])}`;
  });
  return [PAGE_HEAD, ...parts].join('\n');
}

function table(/** @type {readonly string[][]} */ [head = [], ...rows]) {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`);
  return lines.join('');
}

/** Names of settings as code, and paths below docs as links from there. */
function marked(/** @type {string} */ text, /** @type {readonly string[]} */ names) {
  return text
    .replaceAll(/`[^`]+`|[A-Z_]{3,}/g, (word) => (names.includes(word) ? `\`${word}\`` : word))
    .replaceAll(/docs\/([\w/-]+\.md)(#[\w-]+)?/g, (_, file, anchor = '') => `[${file}](${file}${anchor})`);
}

const groups = await groupsOf();
const files = { '.env.example': envExample(groups), 'docs/settings.md': settingsPage(groups) };
for (const [file, text] of Object.entries(files)) {
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${file} is out of date; run: npm run settings`);
    process.exitCode = 1;
  }
}
