// Who may import whom (docs/architecture.md): kernel -> platform -> engine -> resources -> pages -> control -> apps -> proof.
const LAYERS = ['kernel', 'platform', 'engine', 'resources', 'pages', 'control'];
// The same in the console (docs/architecture/parts.md).
const CONSOLE = ['api', 'ui', 'lists', 'features', 'app'];
const FEATURES = [
  ...[
    'timeline',
    'faults',
    'webhooks',
    'requests',
    'inbox',
    'sandboxes',
    'story',
    'objects',
    'payments',
    'events',
    'clock',
  ],
  ...['scenarios', 'exams', 'report', 'snapshots', 'balance', 'settings', 'start', 'activity'],
];

/** Each folder may import itself and those before it, and nothing beyond. There are no exemptions. */
const oneWay = (name, root, folders, beyond) =>
  folders.map((folder, index) => ({
    name: `${name}${folder}-imports-no-later-folder`,
    severity: 'error',
    comment: 'Move the code to the folder that needs it, or pass it as data.',
    from: { path: `^${root}/${folder}/` },
    to: { path: [...folders.slice(index + 1).map((later) => `^${root}/${later}/`), beyond] },
  }));

const PURE = 'libs/(kernel|[^/]+/[^/]+/rules)/';

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', comment: 'No cycles.', from: {}, to: { circular: true } },
    ...oneWay('libs-', 'libs', LAYERS, '^(apps|proof|prisma)/'),
    ...oneWay('console-', 'apps/console/src', CONSOLE, '^apps/console/src/[^/]+$'),
    ...oneWay('console-feature-', 'apps/console/src/features', FEATURES, '^apps/console/src/features/[^/]+$'),
    {
      name: 'libs-has-six-folders',
      severity: 'error',
      from: {},
      to: { path: '^libs/', pathNot: `^libs/(${LAYERS.join('|')})/` },
    },
    {
      name: 'console-has-five-folders',
      severity: 'error',
      from: {},
      to: { path: '^apps/console/src/[^/]+/', pathNot: `^apps/console/src/(${CONSOLE.join('|')})/` },
    },
    {
      name: 'rules-are-pure',
      severity: 'error',
      comment: 'The kernel and rules/ import each other, and of Node only what computes.',
      from: { path: `^${PURE}`, pathNot: '\\.spec\\.ts$' },
      to: { pathNot: `^(${PURE}|(node:)?(crypto|net)$)` },
    },
    {
      name: 'product-knows-no-proof',
      severity: 'error',
      comment: 'Tollgate is built and installed without proof/. Specs may use it.',
      from: { path: '^(apps|libs|prisma)/', pathNot: '(\\.spec\\.ts$|/test/)' },
      to: { path: '^proof/' },
    },
    {
      name: 'proof-names-its-packages',
      severity: 'error',
      comment: 'In proof/package.json; "*" is the version that Tollgate has.',
      from: { path: '^proof/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-barrels',
      severity: 'error',
      comment: 'Import the file that has it.',
      from: {},
      to: { path: '^(apps|libs|prisma|proof)/.*index\\.ts$' },
    },
    {
      name: 'not-to-dev-dependencies',
      severity: 'error',
      // The console is built; who uses the test helpers has their runner.
      from: {
        path: '^(apps|libs|prisma)',
        pathNot: '(\\.spec\\.ts$|/test/|^apps/(console|testing)/)',
      },
      to: { dependencyTypes: ['npm-dev'] },
    },
    {
      name: 'console-knows-the-api-alone',
      severity: 'error',
      comment:
        'The console is what anybody could write on the control API. Stories are built as by the CLI, and orders found as by the report.',
      from: { path: '^apps/console/' },
      to: { path: '^(apps|libs|prisma)/', pathNot: '^(apps/console/|libs/kernel/(story|order-keys)\\.ts$)' },
    },
    {
      name: 'not-to-tests',
      severity: 'error',
      from: { pathNot: '(\\.spec\\.ts$|/test/)' },
      to: { path: '(\\.spec\\.ts$|/test/)', pathNot: '^node_modules/' },
    },
    {
      name: 'not-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^testcontainers$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(libs/platform/database/generated|apps/tollgate/test/fixtures)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
};
