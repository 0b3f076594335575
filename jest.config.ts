/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';

const swc: [string, Record<string, unknown>] = [
  '@swc/jest',
  {
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
    },
    module: { type: 'es6' },
  },
];

const common = {
  rootDir: '.',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // Their condition `source` names TypeScript.
    '^(eventsource|eventsource-parser)$': '<rootDir>/node_modules/$1/dist/index.js',
    '^eventsource-parser/stream$': '<rootDir>/node_modules/eventsource-parser/dist/stream.js',
  },
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
};

/** Specs of a running Tollgate. They run what was built. */
const running = {
  ...common,
  testEnvironment: '<rootDir>/scripts/jest-environment.mjs',
  transform: {
    '/node_modules/.+\\.c?js$': '<rootDir>/scripts/jest-packages.mjs',
    '/test/.+\\.ts$': swc,
    '\\.ts$': '<rootDir>/scripts/jest-built.mjs',
  },
  transformIgnorePatterns: [],
  globalSetup: '<rootDir>/scripts/jest-database.mjs',
  globalTeardown: '<rootDir>/scripts/jest-database-stop.mjs',
};

const config: Config = {
  projects: [
    {
      ...common,
      displayName: 'unit',
      roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/prisma', '<rootDir>/proof', '<rootDir>/scripts'],
      testMatch: ['**/*.spec.ts'],
      testPathIgnorePatterns: ['/test/'],
      testEnvironment: 'node',
      transform: { '\\.ts$': swc },
    },
    { ...running, displayName: 'e2e', testMatch: ['<rootDir>/apps/tollgate/test/*.e2e.spec.ts'] },
    { ...running, displayName: 'browser', testMatch: ['<rootDir>/apps/tollgate/test/*.browser.spec.ts'] },
    { ...running, displayName: 'programs', testMatch: ['<rootDir>/apps/tollgate/test/*.program.spec.ts'] },
    { ...running, displayName: 'faults', testMatch: ['<rootDir>/proof/test/*.spec.ts'] },
  ],
  maxWorkers: '100%',
  // A worker never frees the modules of its spec files. Near its heap limit it only collects garbage, and its
  // connections time out.
  workerIdleMemoryLimit: '1.2GB',
  // A worker that exits ends Chromium, removes its profile and frees its own memory. On a busy machine that
  // takes longer than Jest's 0.5 s.
  workerGracefulExitTimeout: 30_000,
  reporters: ['default', '<rootDir>/scripts/jest-results.mjs'],
  testSequencer: '<rootDir>/scripts/jest-sequencer.mjs',
  // Each wait has a limit of its own that says what did not come.
  testTimeout: 300_000,
};

export default config;
