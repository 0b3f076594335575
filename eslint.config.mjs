import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      'dist',
      '.tollgate',
      'libs/platform/database/generated',
      'libs/gateway/openapi/generated',
      'apps/console/src/api/generated',
      'apps/cli/generated',
      'coverage',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-depth': ['error', 3],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Settings are read in libs/platform/config.' },
        { object: 'Date', property: 'now', message: 'Time comes from the Clock.' },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'NewExpression[callee.name=Date][arguments.length=0]', message: 'Time comes from the Clock.' },
      ],
    },
  },
  {
    // Nest reads the types of constructor parameters at run time, so what is injected must be a real import.
    files: ['libs/gateway/**/*.ts', 'libs/platform/**/*.ts', 'apps/**/*.ts'],
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  {
    files: [
      'libs/platform/config/environment.ts',
      'libs/platform/clock/clock.ts',
      'libs/platform/process/run-process.ts',
      'apps/rig/**',
      'apps/cli/environment.ts',
      'apps/cli/surroundings.ts',
      'prisma/seed.ts',
      '**/*.spec.ts',
      '**/test/**',
    ],
    rules: { 'no-restricted-properties': 'off', 'no-restricted-syntax': 'off' },
  },
  {
    // What comes over HTTP is looked at by assertions, not by types.
    files: ['**/*.spec.ts', '**/test/**'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      'max-lines': ['error', 400],
    },
  },
  {
    // The browser's time is the reader's, and nobody moves it.
    files: ['apps/console/src/**', 'apps/browser/src/**'],
    rules: { 'no-restricted-syntax': 'off', 'no-restricted-properties': 'off' },
  },
  {
    files: ['scripts/**/*.mjs', 'examples/*.mjs', 'apps/console/*.mjs', 'apps/tollgate/test/**/*.{cjs,mjs}', '*.mjs', '*.cjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        performance: 'readonly',
        fetch: 'readonly',
        setTimeout: 'readonly',
        btoa: 'readonly',
        URL: 'readonly',
        URLSearchParams: 'readonly',
        Buffer: 'readonly',
        __dirname: 'readonly',
        require: 'readonly',
        module: 'writable',
      },
    },
  },
  {
    // Projects that a spec copies out of the repository.
    files: ['apps/tollgate/test/fixtures/testing/{jest,testcontainers}*/**'],
    languageOptions: {
      globals: { test: 'readonly', expect: 'readonly', jest: 'readonly', beforeEach: 'readonly', afterEach: 'readonly' },
    },
  },
);
