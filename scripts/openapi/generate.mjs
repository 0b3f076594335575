// Writes the OpenAPI document of the API as the code has it: routes from the controllers, schemas from the
// types of views and parameters (docs/decisions/0009-openapi-and-dtos.md).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { nameCommands, operationsOf } from './commands.mjs';
import { Document } from './document.mjs';
import { kindsSource } from './kinds.mjs';
import { operationsSource } from './operations.mjs';
import { emulatedRoute, routesOf } from './routes.mjs';
import { Schemas } from './schemas.mjs';
/** @import { Errors, Route } from './types.d.ts' */

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const OUTPUT = join(ROOT, 'libs/pages/openapi/generated/openapi.ts');
/** What a running Tollgate needs of the documents. */
const OPERATIONS_OUTPUT = join(ROOT, 'libs/pages/openapi/generated/operations.ts');
/** The types of the control API, as the console calls it. */
const CONSOLE_OUTPUT = join(ROOT, 'apps', 'console', 'src', 'api', 'generated', 'control-api.ts');
/** The kinds of objects, as the console lists them. */
const KINDS_OUTPUT = join(ROOT, 'apps', 'console', 'src', 'api', 'generated', 'kinds.ts');
/** The calls of the control API, as the command line makes them. */
const COMMANDS_OUTPUT = join(ROOT, 'apps', 'cli', 'generated', 'operations.ts');

const DESCRIPTION =
  'The API of Tollgate, a self-hosted emulator of the Omise (Opn Payments) API. Send parameters as a form with brackets or as JSON. ' +
  'Unknown parameters are ignored, and an empty optional parameter counts as omitted. Amounts are integers in the smallest unit of their ' +
  'currency. `PUT` does what `PATCH` does, and `/charges/search` is `/search` with that scope, as is a search below every other list of a scope. ' +
  'Authenticate with HTTP Basic: the key is the user name, and the password is empty. `docs/fidelity.md` lists what is known of the real ' +
  'service, and where Tollgate differs.';

const CONTROL_DESCRIPTION =
  'The control API of Tollgate: sandboxes, clocks, faults, snapshots, webhooks and timelines. Send parameters as JSON or as a form with ' +
  'brackets. Unknown parameters are rejected. Durations are written as `90s`, `15m`, `2h`, `7d` or `1h30m`. ' +
  '`/api/sandboxes/{name}/api/{mode}` is the emulated API of a sandbox, without its keys; its parameters follow the rules of that API.';

/**
 * Writes `libs/pages/openapi/generated/`, the types of the console's client and its kinds of objects,
 * and the calls that the command line makes. Throws where the code does not say what the document needs.
 */
export async function generateOpenApi() {
  const program = ts.createProgram(controllers(), compilerOptions());
  const checker = program.getTypeChecker();
  const files = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.endsWith('.controller.ts'))
    .sort((one, other) => (basename(one.fileName) < basename(other.fileName) ? -1 : 1));
  const { version } = /** @type {{ version: string }} */ (
    JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  );
  const routes = routesOf(files, checker);
  const documentOf = (
    /** @type {'api' | 'control'} */ home,
    /** @type {object} */ info,
    /** @type {Errors} */ errors,
    /** @type {(host: string) => boolean} */ isShown,
  ) => {
    const schemas = new Schemas(checker);
    showOnly(
      Object.keys(errors),
      schemas,
      checker.getDeclaredTypeOfSymbol(exported(program, checker, 'libs/kernel/errors.ts', 'ErrorBody')),
    );
    const document = new Document(home, schemas, errors, apiVersions(program, checker), { ...info, version });
    const emulated = home === 'control' ? routes.filter(isApiResource).map(emulatedRoute) : [];
    return document.make([...routes.filter(({ host }) => isShown(host)), ...emulated]);
  };
  const emulated = errorTable(program, checker, 'ERRORS');
  const errors = { ...emulated, ...errorTable(program, checker, 'CONTROL_ERRORS') };
  const api = documentOf(
    'api',
    { title: 'Tollgate', description: DESCRIPTION },
    emulated,
    (host) => host !== 'control',
  );
  const controlInfo = { title: 'Tollgate control', description: CONTROL_DESCRIPTION };
  const control = documentOf('control', controlInfo, errors, (host) => ['control', 'any'].includes(host));
  const operations = operationsOf(control);
  nameCommands(control, operations);
  mkdirSync(dirname(OUTPUT), { recursive: true });
  const text = Object.entries({ OPENAPI: api, CONTROL_OPENAPI: control })
    .map(
      ([name, document]) => `export const ${name}: string = ${JSON.stringify(JSON.stringify(document))};\n`,
    )
    .join('\n');
  // As text, because compiling an object of this size takes tens of megabytes.
  writeFileSync(OUTPUT, `/** Made by \`npm run generate\`: the documents as JSON. */\n${text}`);
  writeFileSync(OPERATIONS_OUTPUT, operationsSource(api, control));
  mkdirSync(dirname(CONSOLE_OUTPUT), { recursive: true });
  const types = await openapiTypes(JSON.stringify(control));
  writeFileSync(CONSOLE_OUTPUT, `/** Made by \`npm run generate\`. */\n${astToString(types)}`);
  writeFileSync(KINDS_OUTPUT, kindsSource(program, checker, prefixes(program, checker)));
  mkdirSync(dirname(COMMANDS_OUTPUT), { recursive: true });
  const calls = `export const OPERATIONS: readonly Operation[] = ${JSON.stringify(operations)};\n`;
  writeFileSync(
    COMMANDS_OUTPUT,
    `/** Made by \`npm run generate\`. */\nimport type { Operation } from '../operation.js';\n\n${calls}`,
  );
}

/**
 * The schema of errors, which is in every document, with these codes alone.
 * @param {readonly string[]} codes
 * @param {Schemas} schemas
 * @param {ts.Type} errorBody
 */
function showOnly(codes, schemas, errorBody) {
  const name = schemas.of(errorBody).$ref?.split('/').at(-1) ?? '';
  const schema = schemas.components[name];
  const code = schema?.properties?.['code'];
  schemas.components[name] = {
    ...schema,
    properties: {
      ...schema?.properties,
      code: { ...code, enum: code?.enum?.filter((each) => codes.includes(String(each))) },
    },
  };
}

/** Resources of the API that the control host serves for each sandbox. @param {Route} route */
function isApiResource({ host, resource, keys, verb }) {
  // On the host of the pages, routes with merchants' keys; on the vault, GET routes.
  return (
    (host === 'api' && resource !== 'OpenApi') ||
    (host === 'pay' && keys.length > 0) ||
    (host === 'vault' && keys.length > 0 && verb === 'get')
  );
}

/** Source files of the controllers. */
function controllers() {
  const found = ts.sys.readDirectory(join(ROOT, 'libs'), ['.controller.ts']);
  return found.map((file) => relative(process.cwd(), file)).sort();
}

function compilerOptions() {
  const { config } = /** @type {{ config: unknown }} */ (
    ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile)
  );
  return ts.parseJsonConfigFileContent(config, ts.sys, ROOT).options;
}

/**
 * `{ code: [status, message] }` of a table in libs/kernel/errors.ts.
 * @param {ts.Program} program
 * @param {ts.TypeChecker} checker
 * @param {string} name
 * @returns {Errors}
 */
function errorTable(program, checker, name) {
  const table = checker.getTypeOfSymbol(exported(program, checker, 'libs/kernel/errors.ts', name));
  return Object.fromEntries(
    checker.getPropertiesOfType(table).map((property) => {
      const [status, message] = literalsOf(checker.getTypeOfSymbol(property), checker);
      return [property.name, [Number(status), String(message)]];
    }),
  );
}

/**
 * The prefixes of ids, by kind of object.
 * @param {ts.Program} program
 * @param {ts.TypeChecker} checker
 * @returns {Record<string, string>}
 */
function prefixes(program, checker) {
  const table = checker.getTypeOfSymbol(exported(program, checker, 'libs/kernel/ids.ts', 'PREFIXES'));
  return Object.fromEntries(
    checker.getPropertiesOfType(table).map((property) => {
      const type = checker.getTypeOfSymbol(property);
      return [property.name, type.isStringLiteral() ? type.value : ''];
    }),
  );
}

/**
 * @param {ts.Program} program
 * @param {ts.TypeChecker} checker
 */
function apiVersions(program, checker) {
  const versions = checker.getTypeOfSymbol(
    exported(program, checker, 'libs/kernel/api-versions/versions.ts', 'API_VERSIONS'),
  );
  return literalsOf(versions, checker).map(String);
}

/**
 * The values of a tuple of literals.
 * @param {ts.Type} tuple
 * @param {ts.TypeChecker} checker
 */
function literalsOf(tuple, checker) {
  return checker
    .getTypeArguments(/** @type {ts.TypeReference} */ (tuple))
    .map((type) => (type.isLiteral() ? type.value : undefined));
}

/**
 * Returns a file's export.
 * @param {ts.Program} program
 * @param {ts.TypeChecker} checker
 * @param {string} path
 * @param {string} name
 */
function exported(program, checker, path, name) {
  const file = program.getSourceFile(join(ROOT, path));
  const module = file && checker.getSymbolAtLocation(file);
  const symbol = module && checker.getExportsOfModule(module).find((each) => each.name === name);
  if (!symbol) throw new Error(`${path} exports no ${name}`);
  return symbol;
}
