// Builds the console into dist/console, from where the control host serves it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig } from 'vite';

const KIB = 1024;
/** The largest compressed sizes. The first load is that of Activity; those of pages and dialogues, and of the guide in an empty sandbox, are what they add. */
const BUDGET = [
  { of: 'first load', gz: 240 * KIB, br: 210 * KIB },
  { of: 'styles', gz: 28 * KIB, br: Infinity },
  { of: 'page', gz: 25 * KIB, br: Infinity },
  { of: 'dialogue', gz: 25 * KIB, br: Infinity },
  { of: 'everything', gz: 385 * KIB, br: Infinity },
];

/** The modules of pages, as the router names them. */
const PAGES = [
  ...readFileSync(join(import.meta.dirname, 'src/app/router.tsx'), 'utf8').matchAll(
    /import\('\.\.\/(.*)'\)/g,
  ),
].map(([, path]) => `${path}.tsx`);

/** Writes each file twice more, compressed: the control host sends those to browsers that take them. Fails above the budget. */
const compressed = {
  name: 'compressed',
  /** @param {import('vite').Rolldown.NormalizedOutputOptions} output @param {import('vite').Rolldown.OutputBundle} files */
  writeBundle({ dir = '' }, files) {
    const served = Object.keys(files).filter((name) => name.startsWith('assets/'));
    const sizes = new Map(served.map((name) => [name, compress(join(dir, name))]));
    const weighed = weigh(files, sizes);
    const heavy = weighed.filter(({ of, gz, br }) =>
      BUDGET.some((limit) => limit.of === of && (gz > limit.gz || br > limit.br)),
    );
    if (heavy.length > 0)
      throw new Error(
        heavy
          .map(({ of, name, gz, br }) => `${of} ${name} is above its budget: ${gz} B gzip, ${br} B Brotli`)
          .join('\n'),
      );
  },
};

/** Icons are shown at 16 px and below: their larger drawings, 6 kB of the first load, are left out. */
const smallIcons = {
  name: 'small-icons',
  /** @param {string} code @param {string} id */
  transform: (code, id) =>
    id.includes('octicons-react/dist/icons/')
      ? code.replaceAll(/,\n\t"(?:24|48|96)": \{\n.*\n.*\n\t\}/g, '')
      : undefined,
};

/** Parts that Mantine adds to components as `Menu.Search`, and that nothing here uses. Types know them all the same. */
const UNUSED_PARTS =
  /\b(?:Menu\.(?:CheckboxGroup|ContextMenu|Label|RadioGroup|Search|Sub)|Table\.(?:Caption|DataRenderer|ScrollContainer|Tfoot)|Checkbox\.(?:Card|Group)|ActionIcon\.(?:Group|GroupSection)|Button\.GroupSection|Combobox\.Header|Modal\.Stack|Popover\.ContextMenu|Switch\.Group)\b/;

/** Leaves them out, and the names of components for developers. */
const usedParts = {
  name: 'used-parts',
  /** @this {import('vite').Rolldown.PluginContext} @param {string} code @param {string} id */
  transform(code, id) {
    const used = id.includes('apps/console/src/') && UNUSED_PARTS.exec(code);
    if (used) this.error(`${used[0]} is left out; remove it from UNUSED_PARTS`);
    if (!/@mantine\/\w+\/esm\//.test(id)) return undefined;
    const isUnused = (/** @type {string} */ line) =>
      /^\w+\.displayName = /.test(line) || (/^\w+\.\w+ = \w+;$/.test(line) && UNUSED_PARTS.test(line));
    return code
      .split('\n')
      .filter((line) => !isUnused(line))
      .join('\n');
  },
};

/** Modules of lists, JSON, resending, forms and invitations, which Activity does without. */
const LATER = new RegExp(
  [
    'src/lists/(?:cells|column|csv|filtered-list|kept-lists|known-items|list-foot|list-page)\\.tsx?$',
    'src/lists/(?:listed-objects|long-list|long-table|row-cursor|schedule-words|status-tabs)\\.tsx?$',
    'src/lists/(?:table-layout|use-filters|view|view-menu|why-matched)\\.tsx?$',
    'src/ui/(?:body|header-table|json|list-table)\\.tsx$',
    'src/ui/(?:answer-gist|html-text|status-alone)\\.ts$',
    'src/features/webhooks/(?:resend|webhook)\\.(?:css|tsx)$',
    'src/features/sandboxes/invitation(?:-text)?\\.tsx?$',
    '@mantine/core/esm/components/(?:Checkbox|InlineInput|Switch|Table)/',
  ].join('|'),
);

/** @param {string} path */
function compress(path) {
  const content = readFileSync(path);
  const [gz, br] = [gzipSync(content, { level: 9 }), brotliCompressSync(content)];
  writeFileSync(`${path}.gz`, gz);
  writeFileSync(`${path}.br`, br);
  return { gz: gz.length, br: br.length };
}

/** @param {import('vite').Rolldown.OutputBundle} files @param {ReadonlyMap<string, { gz: number, br: number }>} sizes */
function weigh(files, sizes) {
  const chunks = Object.values(files).filter((file) => file.type === 'chunk');
  /** The files that are loaded with a chunk. @param {string} name @param {Set<string>} known @returns {Set<string>} */
  const loadedWith = (name, known = new Set()) => {
    const chunk = files[name];
    if (known.has(name) || chunk?.type !== 'chunk') return known;
    known.add(name);
    for (const css of chunk.viteMetadata?.importedCss ?? []) known.add(css);
    for (const other of chunk.imports) loadedWith(other, known);
    return known;
  };
  /** @param {string} of @param {string} name @param {Iterable<string>} names */
  const sum = (of, name, names) => {
    const each = [...names].map((one) => sizes.get(one) ?? { gz: 0, br: 0 });
    return {
      of,
      name,
      gz: each.reduce((all, { gz }) => all + gz, 0),
      br: each.reduce((all, { br }) => all + br, 0),
    };
  };
  const firstPage = chunks.find(({ facadeModuleId }) =>
    facadeModuleId?.endsWith('features/activity/activity.tsx'),
  );
  const first = chunks.find(({ isEntry }) => isEntry);
  if (!first || !firstPage) throw new Error('The build has no entry or no page Activity');
  const atFirst = loadedWith(firstPage.fileName, loadedWith(first.fileName));
  const parts = chunks.filter(({ isDynamicEntry }) => isDynamicEntry);
  /** @param {string} page */
  const afterFirst = (page) => [...loadedWith(page)].filter((name) => !atFirst.has(name));
  const styles = [...sizes.keys()].filter((name) => name.endsWith('.css'));
  return [
    sum('first load', 'of Activity', atFirst),
    sum('styles', 'of all pages', styles),
    sum('everything', 'together', sizes.keys()),
    ...parts.map(({ name, fileName, facadeModuleId }) =>
      sum(
        PAGES.some((page) => facadeModuleId?.endsWith(page)) ? 'page' : 'dialogue',
        name,
        afterFirst(fileName),
      ),
    ),
  ];
}

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  plugins: [smallIcons, usedParts, compressed],
  resolve: {
    alias: [
      {
        find: /^\.\.\/renderOcticon-.*/,
        replacement: join(import.meta.dirname, 'src', 'ui', 'draw-icon.ts'),
      },
      // React has had the function since version 18.
      {
        find: /^use-sync-external-store\/shim\/with-selector/,
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // No getter of a library does more than return.
      treeshake: { propertyReadSideEffects: false },
      // Many small files compress worse. What five parts share is loaded at first, but for what Activity does without.
      output: {
        codeSplitting: {
          groups: [{ name: 'shared', minShareCount: 5, test: (id) => !LATER.test(id) }],
        },
      },
      // Mantine marks what runs in browsers only, which is all there is here.
      onLog: (level, log, report) => (log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : report(level, log)),
    },
  },
});
