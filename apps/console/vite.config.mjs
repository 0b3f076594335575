// Builds the console into dist/console, from where the control host serves it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { defineConfig } from 'vite';

/** Each file once more, compressed: the control host sends that to whoever takes it. */
const compressed = {
  name: 'compressed',
  /** @param {{ dir?: string }} output @param {Record<string, unknown>} files */
  writeBundle({ dir = '' }, files) {
    const served = Object.keys(files).filter((name) => name.startsWith('assets/'));
    for (const path of served.map((name) => join(dir, name))) writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
  },
};

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  plugins: [compressed],
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // Mantine marks what runs in browsers only, which is all there is here.
      onLog: (level, log, report) => (log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : report(level, log)),
    },
  },
});
