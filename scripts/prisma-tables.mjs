// A Prisma generator. It writes `tables.ts`: the columns, keys and foreign keys of each table, parents before
// children.
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
  return `export const TABLES = ${JSON.stringify(Object.fromEntries(tables), null, 2)} as const;\n`;
}

function describe(model, byName) {
  const fields = model.fields.filter(({ kind }) => kind !== 'object');
  const column = (name) => fields.find((field) => field.name === name).dbName ?? name;
  const uniques = [
    ...fields.filter(({ isUnique }) => isUnique).map(({ name }) => [name]),
    ...model.uniqueFields,
  ];
  return {
    model: model.name,
    /** The field of each column. */
    fields: Object.fromEntries(fields.map(({ name }) => [column(name), name])),
    key: (model.primaryKey?.fields ?? fields.filter(({ isId }) => isId).map(({ name }) => name)).map(column),
    uniques: uniques.map((names) => names.map(column)),
    /** The parent table of each foreign key. */
    references: Object.fromEntries(
      parentsOf(model).map(({ relationFromFields: [name], type }) => [column(name), byName.get(type).dbName]),
    ),
  };
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
