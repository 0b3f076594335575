// Finds the routes in the controllers, and what their decorators and doc comments say of them.
import ts from 'typescript';
import { tagsOf, textOf } from './doc-tags.mjs';

const METHODS = { Get: 'get', Post: 'post', Patch: 'patch', Delete: 'delete' };

/** All routes of the controllers in these files, in the order in which they are written. */
export function routesOf(files, checker) {
  return files.flatMap((file) =>
    file.statements
      .filter((node) => ts.isClassDeclaration(node) && decoratorOf(node, 'Controller'))
      .flatMap((node) => routesIn(node, checker)),
  );
}

function routesIn(controller, checker) {
  const symbol = checker.getSymbolAtLocation(controller.name);
  const [base = ''] = textArguments(decoratorOf(controller, 'Controller'));
  const [host = 'api'] = tagsOf(symbol, 'host');
  const methods = controller.members.filter((member) => ts.isMethodDeclaration(member) && verbOf(member));
  return methods.map((method) => {
    const { verb, decorator } = verbOf(method);
    const [path = ''] = textArguments(decorator);
    const own = checker.getSymbolAtLocation(method.name);
    const keys = ownOrInherited(method, controller);
    return {
      host,
      verb,
      path: `/${[base, path].filter(Boolean).join('/')}`.replaceAll(/:(\w+)/g, '{$1}'),
      resource: symbol.name.replace(/Controller$/, ''),
      resourceText: textOf(symbol, checker),
      name: own.name,
      text: textOf(own, checker),
      errors: tagsOf(own, 'throws').flatMap((codes) => codes.split(/,\s*/)),
      queries: tagsOf(own, 'query').map((query) => query.match(/^(?<name>\S+)\s+(?<text>.*)$/s).groups),
      answers: tagsOf(own, 'answers').map((answer) => answer.split(/\s+/)),
      keys: keysIn(keys),
      body: parameterWith(method, 'Body'),
      takesFile: parameterWith(method, 'UploadedFile') !== undefined,
      takesQuery: parameterWith(method, 'QueryParams') !== undefined,
      answer: unpromised(checker.getReturnTypeOfSignature(checker.getSignatureFromDeclaration(method)), checker),
    };
  });
}

function unpromised(type, checker) {
  return type.symbol?.name === 'Promise' ? checker.getTypeArguments(type)[0] : type;
}

function verbOf(method) {
  for (const [name, verb] of Object.entries(METHODS)) {
    const decorator = decoratorOf(method, name);
    if (decorator) return { verb, decorator };
  }
  return undefined;
}

/** How the type of the parameter with this decorator is written; undefined when there is none. */
function parameterWith(method, decorator) {
  return method.parameters.find((parameter) => decoratorOf(parameter, decorator))?.type;
}

function decoratorOf(node, name) {
  const calls = (ts.getDecorators(node) ?? []).map(({ expression }) => expression);
  return calls.find((call) => ts.isCallExpression(call) && call.expression.getText() === name);
}

/** The `@Keys(...)` or `@NoKey()` that counts: a route without either opens for nobody. */
function ownOrInherited(method, controller) {
  const found = [method, controller].map((node) => decoratorOf(node, 'Keys') ?? decoratorOf(node, 'NoKey')).find(Boolean);
  if (!found) throw new Error(`${method.name.getText()} of ${controller.name.text} opens for nobody; it needs @Keys or @NoKey`);
  return found;
}

/** Also those that open it only by a setting. */
function keysIn(call) {
  return call.arguments.map((argument) => {
    const kind = ts.isObjectLiteralExpression(argument) ? argument.properties[0].initializer : argument;
    if (!ts.isStringLiteral(kind)) throw new Error(`${call.getText()}: a key is written as a text, or as { whenLenient: text }`);
    return kind.text;
  });
}

function textArguments(call) {
  return call.arguments.filter((argument) => ts.isStringLiteral(argument)).map((argument) => argument.text);
}
