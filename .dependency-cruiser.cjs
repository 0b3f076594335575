// Who may import whom (docs/architecture.md): apps -> gateway -> platform -> domain; nothing points back.
/** Marks the layer of the folders that are not named, such as a new resource. */
const OTHERS = '*';
const NAMED_LAYERS = [
  'accounts|auth|control|request-log|due-work|waiting',
  'acts|events|faults|webhooks|idempotency|pages',
  'changes',
  'cards|transactions|receipts|forex|chains',
  'tokens|sources|capability|linked-accounts',
  'customers',
  'charges',
  'refunds|authorizations|disputes|registrations|recipients|payment-pages',
  'links|checkout',
  OTHERS,
  'sandboxes|snapshots|clock|timeline|deliveries|inboxes|objects|retention|scenarios|exams|bundles',
  'rendering|requests|openapi|root|console|browser',
];
const NAMED = NAMED_LAYERS.filter((layer) => layer !== OTHERS).join('|');
const RESOURCE_LAYERS = NAMED_LAYERS.map((layer) => (layer === OTHERS ? `(?!(?:${NAMED})/)[^/]+` : layer));

/** A resource may use what stands before it, and what stands beside it. Anyone may embed or read any resource: views and rows are leaves. */
const layerRules = RESOURCE_LAYERS.slice(0, -1).map((layer, index) => ({
  name: `gateway-${NAMED_LAYERS[index].replaceAll('|', '-').replace(OTHERS, 'others')}-points-forward`,
  severity: 'error',
  comment: 'A resource may not use one that is built on it.',
  from: { path: `^libs/gateway/(${layer})/` },
  to: {
    path: `^libs/gateway/(${RESOURCE_LAYERS.slice(index + 1).join('|')})/`,
    pathNot: '(\\.(view|row)\\.ts$|^libs/gateway/openapi/generated/)',
  },
}));

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', comment: 'No cycles.', from: {}, to: { circular: true } },
    {
      name: 'domain-is-pure',
      severity: 'error',
      comment: 'libs/domain imports itself, and of Node only what computes.',
      from: { path: '^libs/domain/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^(libs/domain/|(node:)?(crypto|net)$)' },
    },
    {
      name: 'platform-knows-no-resource',
      severity: 'error',
      from: { path: '^libs/platform/' },
      to: { path: '^(libs/gateway|apps|prisma)/' },
    },
    {
      name: 'gateway-knows-no-app',
      severity: 'error',
      from: { path: '^libs/gateway/' },
      to: { path: '^(apps|prisma)/' },
    },
    ...layerRules,
    {
      name: 'no-barrels',
      severity: 'error',
      comment: 'Import the file that has it.',
      from: {},
      to: { path: '^(apps|libs|prisma)/.*index\\.ts$' },
    },
    {
      name: 'not-to-dev-dependencies',
      severity: 'error',
      // The benchmark and the contract run in a clone, never in an image; the console is built; who uses the test helpers has their runner.
      from: {
        path: '^(apps|libs|prisma)',
        pathNot: '(\\.spec\\.ts$|/test/|^apps/(bench|contract|console|testing)/)',
      },
      to: { dependencyTypes: ['npm-dev'] },
    },
    {
      name: 'console-knows-the-api-alone',
      severity: 'error',
      comment: 'The console is what anybody could write on the control API.',
      from: { path: '^apps/console/' },
      to: { path: '^(apps|libs|prisma)/', pathNot: '^apps/console/' },
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
