// A Prisma generator. It writes `tables.ts`: the columns, keys and references of each table, parents before
// children. prisma/schema/base.prisma explains the tags in comments of fields.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import generatorHelper from '@prisma/generator-helper';

generatorHelper.generatorHandler({
  onManifest: () => ({ prettyName: 'tables', requiresEngines: [] }),
  onGenerate: ({ dmmf, generator }) =>
    writeFile(join(generator.output.value, 'tables.ts'), tablesSource(dmmf.datamodel.models)),
});

function tablesSource(models) {
  const byName = new Map(models.map((model) => [model.name, model]));
  const tables = parentsFirst(models, byName).map((model) => [model.dbName, describe(model, byName)]);
  return `export const TABLES = ${JSON.stringify(Object.fromEntries(tables), null, 2)} as const;\n\nexport type Table = keyof typeof TABLES;\n`;
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
