// `npm run migration -- add_refunds`: writes the migration from the committed prisma/schema to the one in the
// work tree, with Prisma's own engine and without any download. It changes the twins of saved tables too. What
// the schema cannot express, such as a partial index, is added by hand.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, prepare, root } from './prepare.mjs';

prepare();
build();
const name = process.argv[2];
if (!/^[a-z0-9_]+$/.test(name ?? '')) {
  console.error('The migration needs a name of a-z, 0-9 and _: npm run migration -- add_refunds');
  process.exit(1);
}
const load = (file) => import(pathToFileURL(join(root, 'dist', file)).href);
const { startEmbeddedPostgres } = await load('libs/platform/database/embedded-postgres.js');
const { NO_FILTER, withSchemaEngine } = await load('proof/rig/schema-engine.js');
const { SAVED_TABLES } = await load('libs/control/snapshots/saved-tables.js');

const dir = 'prisma/schema';
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
const committed = git('ls-tree', '-r', '--name-only', 'HEAD', dir).split('\n').filter(Boolean);
const datamodel = (files) => (files.length > 0 ? { tag: 'schemaDatamodel', files } : { tag: 'empty' });

const scratch = mkdtempSync(join(tmpdir(), 'tollgate-migration-'));
chmodSync(scratch, 0o755);
const postgres = await startEmbeddedPostgres(scratch, (error) => {
  throw error;
});
try {
  const wanted = {
    from: datamodel(committed.map((path) => ({ path, content: git('show', `HEAD:${path}`) }))),
    to: datamodel(
      readdirSync(dir).map((file) => ({
        path: join(dir, file),
        content: readFileSync(join(dir, file), 'utf8'),
      })),
    ),
    script: true,
    exitCode: null,
    filters: NO_FILTER,
  };
  const { stdout } = await withSchemaEngine(postgres.url, (engine) => engine.diff(wanted));
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const target = join('prisma', 'migrations', `${stamp}_${name}`);
  mkdirSync(target);
  writeFileSync(join(target, 'migration.sql'), stdout + twinsOf(stdout));
  console.log(`Wrote ${target}/migration.sql`);
} finally {
  await postgres.stop();
  rmSync(scratch, { recursive: true });
}

/** The same changes to the tables of the schema `snapshot`, which have `snapshot_id` instead of `account_id`. */
function twinsOf(sql) {
  const twins = SAVED_TABLES.flatMap(({ name, key }) => {
    const twin = `"snapshot"."${name}"`;
    const columns = ['snapshot_id', ...key].map((column) => `"${column}"`).join(', ');
    if (sql.includes(`CREATE TABLE "${name}" (`))
      return [
        `CREATE TABLE ${twin} ("snapshot_id" BIGINT NOT NULL, LIKE "${name}");`,
        `ALTER TABLE ${twin} DROP COLUMN "account_id";`,
        `CREATE UNIQUE INDEX "${name}_key" ON ${twin}(${columns});`,
      ];
    const changes = sql.matchAll(
      new RegExp(`^ALTER TABLE "${name}" ((?:ADD|DROP|ALTER) COLUMN[^;]*;)`, 'gm'),
    );
    return [...changes].map(([, change]) => `ALTER TABLE ${twin} ${change}`);
  });
  return twins.length > 0 ? `\n-- The twins in snapshots\n${twins.join('\n')}\n` : '';
}
