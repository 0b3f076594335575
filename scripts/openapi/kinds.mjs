// The kinds of objects, as their definitions have them (docs/decisions/0026-one-definition.md), for programs that
// do not load them: the console.
import ts from 'typescript';

/**
 * The source of a module with the lists of the control API, by name: the prefix of their objects' ids, titles,
 * statuses and columns.
 * @param {ts.Program} program
 * @param {ts.TypeChecker} checker
 * @param {Readonly<Record<string, string>>} prefixes of ids, by kind
 */
export function kindsSource(program, checker, prefixes) {
  const definitions = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.endsWith('.resource.ts'))
    .flatMap((file) => definitionsIn(file, checker))
    .sort((one, other) => (one.kind < other.kind ? -1 : 1));
  const listed = definitions.flatMap(({ kind, listed: list }) =>
    list ? [{ ...list, kind, name: `${kind}s` }] : [],
  );
  const lists = listed.map(({ name, kind, statuses }) => [
    name,
    { prefix: prefixes[kind], ...titlesOf(kind), statuses },
  ]);
  const columns = listed.map(({ name, columns: names }) => {
    const union = names.map((column) => `'${column}'`).join(' | ');
    return `  readonly ${name}: ${union};`;
  });
  return `/** Made by \`npm run generate\`. */
export const LISTS = ${JSON.stringify(Object.fromEntries(lists))} as const;

/** The columns of each list. */
export interface ListColumns {
${columns.join('\n')}
}
`;
}

/**
 * @param {ts.SourceFile} file
 * @param {ts.TypeChecker} checker
 */
function definitionsIn(file, checker) {
  return file.statements.flatMap((statement) => {
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ initializer }) => {
      if (!initializer || !ts.isCallExpression(initializer)) return [];
      const [data] = initializer.arguments;
      if (initializer.expression.getText() !== 'defineResource' || !data) return [];
      const listed = memberOf(data, 'listed');
      const keysOf = (/** @type {string} */ name) => {
        const member = listed && memberOf(listed, name);
        return member ? keysIn(member, checker) : [];
      };
      return [
        {
          kind: literalOf(memberOf(data, 'kind'), file),
          listed: listed && {
            statuses: keysOf('statuses'),
            columns: [...keysOf('columns'), ...keysOf('facts')],
          },
        },
      ];
    });
  });
}

/**
 * The text of a string that is written out.
 * @param {ts.Expression | undefined} value
 * @param {ts.SourceFile} file
 */
function literalOf(value, file) {
  if (value && ts.isStringLiteral(value)) return value.text;
  throw new Error(`${file.fileName} must define a resource whose kind is written out`);
}

/**
 * The value of a member of an object that is written out.
 * @param {ts.Expression} object
 * @param {string} name
 */
function memberOf(object, name) {
  const found =
    ts.isObjectLiteralExpression(object) &&
    object.properties.find((property) => property.name?.getText() === name);
  if (found && !ts.isPropertyAssignment(found))
    throw new Error(`${name} of a definition must have its value written out`);
  return found ? found.initializer : undefined;
}

/**
 * The keys of an object, in their order: written out, spread from another, or made by `statusesIn` of a list.
 * @param {ts.Expression} expression
 * @param {ts.TypeChecker} checker
 * @returns {string[]}
 */
function keysIn(expression, checker) {
  if (ts.isObjectLiteralExpression(expression)) {
    const keys = expression.properties.flatMap((property) =>
      ts.isSpreadAssignment(property)
        ? keysIn(property.expression, checker)
        : [property.name?.getText() ?? ''],
    );
    return [...new Set(keys)];
  }
  if (ts.isCallExpression(expression)) return valuesIn(expression.arguments[1], checker);
  return keysIn(initializerOf(expression, checker), checker);
}

/**
 * The texts of a list.
 * @param {ts.Expression | undefined} expression
 * @param {ts.TypeChecker} checker
 * @returns {string[]}
 */
function valuesIn(expression, checker) {
  if (expression && ts.isAsExpression(expression)) return valuesIn(expression.expression, checker);
  if (expression && ts.isArrayLiteralExpression(expression))
    return expression.elements.map((element) => {
      if (ts.isStringLiteral(element)) return element.text;
      throw new Error(`${element.getText()} must be a text that is written out`);
    });
  if (!expression) throw new Error('statusesIn needs a list of values');
  return valuesIn(initializerOf(expression, checker), checker);
}

/**
 * The value of a constant, which may be imported.
 * @param {ts.Expression} name
 * @param {ts.TypeChecker} checker
 */
function initializerOf(name, checker) {
  const symbol = checker.getSymbolAtLocation(name);
  const found = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const declaration = found?.valueDeclaration;
  if (declaration && ts.isVariableDeclaration(declaration) && declaration.initializer)
    return declaration.initializer;
  throw new Error(`${name.getText()} must be a constant, so that its keys are known before the build`);
}

/** `Linked accounts`, and `Linked account` for one. @param {string} kind */
function titlesOf(kind) {
  const one = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`.replaceAll('_', ' ');
  return { title: `${one}s`, one };
}
