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
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
};

/** Specs that ask a whole Tollgate over HTTP. They run what was built. */
const endToEnd = {
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
      roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/prisma', '<rootDir>/scripts'],
      testMatch: ['**/*.spec.ts'],
      testPathIgnorePatterns: ['/test/'],
      testEnvironment: 'node',
      transform: { '\\.ts$': swc },
    },
    { ...endToEnd, displayName: 'e2e', testMatch: ['<rootDir>/apps/tollgate/test/*.spec.ts'] },
    { ...endToEnd, displayName: 'faults', testMatch: ['<rootDir>/apps/tollgate/test/faults/*.spec.ts'] },
  ],
  maxWorkers: '100%',
  // What the modules of a spec file take is never given back as long as its worker lives: near the limit of its heap a worker does nothing but collect
  // garbage, and its connections time out.
  workerIdleMemoryLimit: '1.2GB',
  reporters: ['default', '<rootDir>/scripts/jest-closing-line.mjs'],
  // Whatever is waited for has a limit of its own, which says what did not come.
  testTimeout: 300_000,
};

export default config;
