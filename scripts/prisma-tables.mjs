// A Prisma generator. It writes `tables.ts`: the columns, keys and references of each table, parents before
// children. prisma/schema/base.prisma explains the tags in comments of fields. It also writes `checks.ts`: the
// sentences of CHECK constraints, which are their comments in the migrations.
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import generatorHelper from '@prisma/generator-helper';

const MIGRATIONS = join('prisma', 'migrations');

generatorHelper.generatorHandler({
  onManifest: () => ({ prettyName: 'tables', requiresEngines: [] }),
  onGenerate: async ({ dmmf, generator }) => {
    const { value: dir } = generator.output;
    await writeFile(join(dir, 'tables.ts'), tablesSource(dmmf.datamodel.models));
    await writeFile(join(dir, 'checks.ts'), checksSource(MIGRATIONS));
  },
});

function tablesSource(models) {
  const byName = new Map(models.map((model) => [model.name, model]));
  const tables = parentsFirst(models, byName).map((model) => [model.dbName, describe(model, byName)]);
  return `export const TABLES = ${JSON.stringify(Object.fromEntries(tables), null, 2)} as const;\n\nexport type Table = keyof typeof TABLES;\n`;
}

/** Without constraints that a later migration drops or renames. */
function checksSource(folder) {
  const checks = {};
  const migrations = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const name of migrations.map((entry) => entry.name).sort()) {
    const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
    const found = sql.matchAll(
      /(?:DROP|RENAME) CONSTRAINT "(\w+)"|COMMENT ON CONSTRAINT "(\w+)" ON "\w+" IS '((?:[^']|'')*)';/g,
    );
    for (const [, gone, check, sentence] of found)
      if (check) checks[check] = sentence.replaceAll("''", "'");
      else delete checks[gone];
  }
  return `export const CHECKS: Readonly<Record<string, string>> = ${JSON.stringify(checks, null, 2)};\n`;
}

function describe(model, byName) {
  const fields = model.fields.filter(({ kind }) => kind !== 'object');
  const column = (name) => fields.find((field) => field.name === name).dbName ?? name;
  const uniques = [
    ...fields.filter(({ isUnique }) => isUnique).map(({ name }) => [name]),
    ...model.uniqueFields,
  ];
  const foreignKeys = parentsOf(model).map(({ relationFromFields: [name], type }) => [
    column(name),
    byName.get(type).dbName,
  ]);
  const tagged = fields.map((field) => [column(field.name), tagsOf(field, model, byName)]);
  return {
    model: model.name,
    /** The field of each column. */
    fields: Object.fromEntries(fields.map(({ name }) => [column(name), name])),
    key: (model.primaryKey?.fields ?? fields.filter(({ isId }) => isId).map(({ name }) => name)).map(column),
    uniques: uniques.map((names) => names.map(column)),
    nullable: fields.filter(({ isRequired }) => !isRequired).map(({ name }) => column(name)),
    personal: tagged.filter(([, { isPersonal }]) => isPersonal).map(([name]) => name),
    /** The parent table of each foreign key. */
    foreignKeys: Object.fromEntries(foreignKeys),
    /** The tables whose ids a column holds, with a foreign key or without. */
    references: Object.fromEntries([
      ...foreignKeys.map(([name, parent]) => [name, [parent]]),
      ...tagged.filter(([, { refers }]) => refers.length > 0).map(([name, { refers }]) => [name, refers]),
    ]),
  };
}

/** Throws for an unknown tag or table. */
function tagsOf({ name, documentation = '' }, model, byName) {
  const tables = [...byName.values()].map(({ dbName }) => dbName);
  const tags = { isPersonal: false, refers: [] };
  for (const line of documentation.split('\n').filter((text) => text.startsWith('@'))) {
    const [tag, ...words] = line.split(' ');
    if (line === '@personal') tags.isPersonal = true;
    else if (tag === '@refers' && words.length > 0 && words.every((word) => tables.includes(word)))
      tags.refers = words;
    else throw new Error(`${model.name}.${name}: ${line} is neither @personal nor @refers with known tables`);
  }
  return tags;
}

/** The relations whose foreign keys are in the model's own table. */
function parentsOf({ fields }) {
  return fields.filter(({ relationFromFields }) => relationFromFields?.length > 0);
}

function parentsFirst(models, byName) {
  const seen = new Set();
  const withParents = (model) => {
    if (seen.has(model)) return [];
    seen.add(model);
    return [...parentsOf(model).flatMap(({ type }) => withParents(byName.get(type))), model];
  };
  return models.flatMap(withParents);
}
