// Finds the routes of the controllers, with their decorators and doc comments.
import ts from 'typescript';
import { tagsOf, textOf } from './doc-tags.mjs';
/** @import { Route } from './types.d.ts' */

/** The decorators that say who may ask a route. */
const ACCESS = ['Keys', 'NoKey', 'ForInstallation', 'ForSandbox', 'ForAnyCaller', 'ForAnyone'];
/** @type {Readonly<Record<string, readonly string[]>>} */
const CONTROL_KEYS = {
  ForInstallation: ['control'],
  ForSandbox: ['control', 'secret'],
  ForAnyCaller: ['control', 'secret'],
  ForAnyone: [],
};

const METHODS = { Get: 'get', Post: 'post', Put: 'put', Patch: 'patch', Delete: 'delete' };

/**
 * All routes of the controllers in these files, in the order in which they are written.
 * @param {readonly ts.SourceFile[]} files
 * @param {ts.TypeChecker} checker
 * @returns {Route[]}
 */
export function routesOf(files, checker) {
  return files.flatMap((file) =>
    file.statements
      .filter((node) => ts.isClassDeclaration(node))
      .filter((node) => decoratorOf(node, 'Controller'))
      .flatMap((node) => routesIn(node, checker)),
  );
}

/**
 * A route of the main API as the control host has it, for each sandbox and mode.
 * @param {Route} route
 * @returns {Route}
 */
export function emulatedRoute(route) {
  return {
    ...route,
    host: 'control',
    isEmulated: true,
    path: `/api/sandboxes/{name}/api/{mode}${route.path}`,
    keys: CONTROL_KEYS['ForSandbox'] ?? [],
  };
}

/**
 * @param {ts.ClassDeclaration} controller
 * @param {ts.TypeChecker} checker
 * @returns {Route[]}
 */
function routesIn(controller, checker) {
  const symbol = symbolOf(controller, checker);
  const [base = ''] = textArguments(decoratorOf(controller, 'Controller'));
  const [host = 'api'] = tagsOf(symbol, 'host');
  const [resource = symbol.name.replace(/Controller$/, '')] = tagsOf(symbol, 'resource');
  const [tag = resource.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')] = tagsOf(symbol, 'tag');
  return controller.members.filter(ts.isMethodDeclaration).flatMap((method) => {
    const found = verbOf(method);
    if (!found) return [];
    const { verb, decorator } = found;
    const paths = textArguments(decorator);
    const own = symbolOf(method, checker);
    const keys = ownOrInherited(method, controller);
    return (paths.length > 0 ? paths : ['']).map((path, index) => ({
      host,
      isEmulated: false,
      verb,
      path: `/${[base, path].filter(Boolean).join('/')}`.replaceAll(/:(\w+)/g, '{$1}'),
      resource,
      tag,
      resourceText: textOf(symbol, checker),
      name: index === 0 ? own.name : `${own.name}${index + 1}`,
      text: textOf(own, checker),
      errors: tagsOf(own, 'throws').flatMap((codes) => codes.split(/,\s*/)),
      queries: tagsOf(own, 'query').map((query) => splitQuery(query)),
      answers: tagsOf(own, 'answers').map((answer) => answer.split(/\s+/)),
      keys: keysIn(keys),
      body: parameterWith(method, 'Body'),
      takesFile: parameterWith(method, 'UploadedFile') !== undefined,
      takesQuery: parameterWith(method, 'QueryParams') !== undefined,
      answer: answerOf(method, checker),
    }));
  });
}

/**
 * @param {ts.ClassDeclaration | ts.MethodDeclaration} declaration
 * @param {ts.TypeChecker} checker
 */
function symbolOf({ name }, checker) {
  const symbol = name && checker.getSymbolAtLocation(name);
  if (!symbol) throw new Error('a controller and its routes have names');
  return symbol;
}

/**
 * `@query <name> [<JSON>] <text>`: a parameter, by default of text that may be missing. The JSON says what
 * else it is, in the words of OpenAPI.
 * @param {string} query
 */
function splitQuery(query) {
  const [, name, json, description] = query.match(/^(\S+)\s+(\{.*\}\s+)?([^{].*)$/s) ?? [];
  if (name === undefined || description === undefined)
    throw new Error(`@query ${query}: a name and a text are needed`);
  return {
    name,
    in: 'query',
    description,
    schema: { type: 'string' },
    .../** @type {object} */ (JSON.parse(json ?? '{}')),
  };
}

/**
 * The response type of the route, without the promise.
 * @param {ts.MethodDeclaration} method
 * @param {ts.TypeChecker} checker
 */
function answerOf(method, checker) {
  const signature = checker.getSignatureFromDeclaration(method);
  if (!signature) throw new Error(`${method.name.getText()} has no signature`);
  const type = checker.getReturnTypeOfSignature(signature);
  return checker.getAwaitedType(type) ?? type;
}

/** @param {ts.MethodDeclaration} method */
function verbOf(method) {
  for (const [name, verb] of Object.entries(METHODS)) {
    const decorator = decoratorOf(method, name);
    if (decorator) return { verb, decorator };
  }
  return undefined;
}

/**
 * The source text of the type of the parameter with this decorator, if any.
 * @param {ts.MethodDeclaration} method
 * @param {string} decorator
 */
function parameterWith(method, decorator) {
  return method.parameters.find((parameter) => decoratorOf(parameter, decorator))?.type;
}

/**
 * @param {ts.HasDecorators} node
 * @param {string} name
 */
function decoratorOf(node, name) {
  const calls = (ts.getDecorators(node) ?? []).map(({ expression }) => expression);
  return calls.filter(ts.isCallExpression).find((call) => call.expression.getText() === name);
}

/**
 * The access decorator of the route, or of its controller. Without one the route is closed.
 * @param {ts.MethodDeclaration} method
 * @param {ts.ClassDeclaration} controller
 */
function ownOrInherited(method, controller) {
  const found = [method, controller]
    .map((node) => ACCESS.map((name) => decoratorOf(node, name)).find(Boolean))
    .find(Boolean);
  if (!found)
    throw new Error(
      `${method.name.getText()} of ${controller.name?.text} opens for nobody; it needs one of @${ACCESS.join(', @')}`,
    );
  return found;
}

/**
 * Also those that open it only by a setting.
 * @param {ts.CallExpression} call
 */
function keysIn(call) {
  const control = CONTROL_KEYS[call.expression.getText()];
  if (control) return control;
  return call.arguments.map((argument) => {
    const [property] = ts.isObjectLiteralExpression(argument) ? argument.properties : [];
    const kind = property && ts.isPropertyAssignment(property) ? property.initializer : argument;
    if (!ts.isStringLiteral(kind))
      throw new Error(`${call.getText()}: a key is written as a text, or as { whenLenient: text }`);
    return kind.text;
  });
}

/**
 * Also those in a list: a route may have several paths.
 * @param {ts.CallExpression | undefined} call
 */
function textArguments(call) {
  const textsIn = (/** @type {ts.Expression} */ argument) =>
    ts.isArrayLiteralExpression(argument) ? [...argument.elements] : [argument];
  return [...(call?.arguments ?? [])]
    .flatMap(textsIn)
    .filter(ts.isStringLiteral)
    .map((argument) => argument.text);
}
