// Makes JSON Schemas of TypeScript's types. Views and parameters are described once, where the compiler holds
// the code to them.
import ts from 'typescript';
import { jsonTagOf, tagsOf, textOf } from './doc-tags.mjs';
/** @import { Components, Schema } from './types.d.ts' */

/** Files whose types have a name in the document, besides views and DTOs. */
const NAMED = ['libs/kernel/errors.ts', 'libs/resources/sources/rules/source-details.ts'];
const namesTypes = (/** @type {string} */ file) =>
  /\.(view|dto)\.ts$/.test(file) || NAMED.some((named) => file.endsWith(named));
/** Suffixes of TypeScript types that are dropped in the document. */
const SUFFIX = /(View|Dto|Body)$/;

const LISTS = new Set(['ListView', 'CommittedListView']);

export class Schemas {
  /**
   * The schemas that have a name, by it.
   * @type {Components}
   */
  components = {};
  /** @type {Map<string, ts.Type>} */
  #types = new Map();

  /** @param {ts.TypeChecker} checker */
  constructor(checker) {
    this.checker = checker;
  }

  /**
   * The schema of a type. `written` is the type as the source says it: names of plain types are known only
   * there.
   * @param {ts.Type} type
   * @param {ts.TypeNode} [written]
   * @returns {Schema}
   */
  of(type, written) {
    return this.#ofWritten(written) ?? this.#ofAlias(type) ?? this.#ofType(type, written);
  }

  /**
   * The schema of a list of such objects.
   * @param {ts.Type} type
   */
  #listOf(type) {
    const [item] = [...this.#argumentsOf(type), ...(type.aliasTypeArguments ?? [])];
    if (!item) throw new Error(`${this.checker.typeToString(type)} has no item type`);
    const name =
      item.flags & ts.TypeFlags.Never ? 'EmptyList' : `${nameOf(item.aliasSymbol ?? item.symbol)}List`;
    return this.#component(name, type, () => this.#ofObject(type));
  }

  /** @param {ts.Type} type */
  #argumentsOf(type) {
    return this.checker.getTypeArguments(/** @type {ts.TypeReference} */ (type));
  }

  /**
   * @param {ts.TypeNode | undefined} written
   * @returns {Schema | undefined}
   */
  #ofWritten(written) {
    if (!written) return undefined;
    if (ts.isUnionTypeNode(written)) {
      const isPlain = written.types.every((part) => !this.#ofWritten(part));
      if (isPlain) return undefined;
      return union(written.types.map((part) => this.of(this.checker.getTypeFromTypeNode(part), part)));
    }
    if (!ts.isTypeReferenceNode(written)) return undefined;
    const [argument] = written.typeArguments ?? [];
    if (argument && written.typeName.getText() === 'Unverified')
      return this.of(this.checker.getTypeFromTypeNode(argument), argument);
    const symbol = this.#resolved(this.checker.getSymbolAtLocation(written.typeName));
    if (!symbol || !(symbol.flags & ts.SymbolFlags.TypeAlias)) return undefined;
    return (
      this.#ofTag(symbol) ?? withExample(this.#ofType(this.checker.getTypeFromTypeNode(written)), symbol)
    );
  }

  /** @param {ts.Symbol | undefined} symbol */
  #resolved(symbol) {
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  /** @param {ts.Type} type */
  #ofAlias(type) {
    return type.aliasSymbol && this.#ofTag(type.aliasSymbol);
  }

  /** @param {ts.Symbol} symbol */
  #ofTag(symbol) {
    const schema = /** @type {Schema | undefined} */ (jsonTagOf(symbol, 'schema'));
    return schema && withExample(schema, symbol);
  }

  /**
   * @param {ts.Type} type
   * @param {ts.TypeNode} [written]
   * @returns {Schema}
   */
  #ofType(type, written) {
    const { flags } = type;
    if (flags & ts.TypeFlags.Null) return { type: 'null' };
    if (flags & ts.TypeFlags.BooleanLiteral)
      return { type: 'boolean', const: this.checker.typeToString(type) === 'true' };
    if (flags & ts.TypeFlags.Boolean) return { type: 'boolean' };
    if (type.isStringLiteral() || type.isNumberLiteral())
      return { type: typeof type.value === 'string' ? 'string' : 'integer', const: type.value };
    if (flags & ts.TypeFlags.String) return { type: 'string' };
    // The API has no number that is not whole: what is, is written as text.
    if (flags & ts.TypeFlags.Number) return { type: 'integer' };
    if (flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return {};
    if (type.isUnion()) return this.#ofUnion(type);
    if (this.checker.isArrayType(type)) return this.#ofArray(type, written);
    if (LISTS.has(type.symbol?.name ?? '')) return this.#listOf(type);
    const symbol = type.aliasSymbol ?? type.symbol;
    const [declaration] = symbol?.declarations ?? [];
    const isNamed =
      declaration && symbol.name !== '__type' && namesTypes(declaration.getSourceFile().fileName);
    return isNamed
      ? this.#component(nameOf(symbol), type, () => this.#ofObject(type, symbol))
      : this.#ofObject(type);
  }

  /** @param {ts.UnionType} type */
  #ofUnion(type) {
    const parts = type.types.filter((part) => !(part.flags & ts.TypeFlags.Undefined));
    const isBoolean = parts.filter((part) => part.flags & ts.TypeFlags.BooleanLiteral).length === 2;
    const others = isBoolean ? parts.filter((part) => !(part.flags & ts.TypeFlags.BooleanLiteral)) : parts;
    return union([...(isBoolean ? [{ type: 'boolean' }] : []), ...others.map((part) => this.of(part))]);
  }

  /**
   * @param {ts.Type} type
   * @param {ts.TypeNode} [written]
   * @returns {Schema}
   */
  #ofArray(type, written) {
    const [item] = this.#argumentsOf(type);
    if (!item) throw new Error(`${this.checker.typeToString(type)} has no item type`);
    if (item.flags & ts.TypeFlags.Never) return { type: 'array', items: {}, maxItems: 0 };
    const itemWritten = written && ts.isArrayTypeNode(written) ? written.elementType : undefined;
    return { type: 'array', items: this.of(item, itemWritten) };
  }

  /**
   * A reference to the schema with this name, which is made once.
   * @param {string} name
   * @param {ts.Type} type
   * @param {() => Schema} make
   */
  #component(name, type, make) {
    const known = this.#types.get(name);
    if (known && known !== type) throw new Error(`two types are both ${name} in the document; rename one`);
    this.#types.set(name, type);
    if (!this.components[name]) {
      /** @type {Schema} */
      const component = {};
      // Before it is made, for it may refer to itself.
      this.components[name] = component;
      Object.assign(component, make());
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  /**
   * @param {ts.Type} type
   * @param {ts.Symbol} [symbol]
   * @returns {Schema}
   */
  #ofObject(type, symbol) {
    /** @type {Components} */
    const properties = {};
    /** @type {string[]} */
    const required = [];
    // A request may hold more than is known; an answer never does.
    let isAnswer = !symbol?.name.endsWith('Dto');
    for (const property of this.checker.getPropertiesOfType(type)) {
      const isOptional = Boolean(property.flags & ts.SymbolFlags.Optional);
      const isColumn = isOptional && isOfSomeKinds(property);
      if (isOptional && !isColumn && symbol?.name.endsWith('View'))
        throw new Error(`${symbol.name}.${property.name} may be missing; an answer has null instead`);
      const isRequired = !isOptional || tagsOf(property, 'required').length > 0;
      isAnswer &&= isRequired || isColumn;
      if (isRequired && tagsOf(property, 'later').length === 0) required.push(property.name);
      properties[property.name] = this.#ofProperty(property);
    }
    const description = symbol && textOf(symbol, this.checker);
    const schema = {
      ...(description ? { description } : {}),
      type: 'object',
      properties,
      ...(required.length > 0 ? { required } : {}),
      ...(isAnswer ? { additionalProperties: false } : {}),
    };
    return symbol ? withExample(schema, symbol) : schema;
  }

  /** @param {ts.Symbol} property */
  #ofProperty(property) {
    const declaration = property.valueDeclaration ?? property.declarations?.[0];
    const written =
      declaration && 'type' in declaration
        ? /** @type {ts.TypeNode | undefined} */ (declaration.type)
        : undefined;
    const type = this.checker.getTypeOfSymbol(property);
    const described = this.#ofTag(property) ?? this.#ofReferences(property, type) ?? this.of(type, written);
    const description = textOf(property, this.checker);
    return withExample(
      { ...(description ? { description } : {}), ...described, ...this.#longest(declaration) },
      property,
    );
  }

  /**
   * @param {ts.Symbol} property
   * @param {ts.Type} type
   */
  #ofReferences(property, type) {
    const [expanded] = tagsOf(property, 'expands');
    if (expanded) {
      const id = this.of(type);
      return {
        anyOf: [
          ...(typeof id.type === 'object' ? id.type.map((name) => ({ type: name })) : [id]),
          refTo(expanded),
        ],
      };
    }
    const [kinds] = tagsOf(property, 'anyOf');
    return kinds && { anyOf: kinds.split(/\s+/).map(refTo) };
  }

  /**
   * The maximum length in the decorator `@Text(longest)`.
   * @param {ts.Declaration | undefined} declaration
   */
  #longest(declaration) {
    const decorators =
      declaration && ts.canHaveDecorators(declaration) ? (ts.getDecorators(declaration) ?? []) : [];
    const calls = decorators.map(({ expression }) => expression).filter(ts.isCallExpression);
    const [longest] = calls.find(({ expression }) => expression.getText() === 'Text')?.arguments ?? [];
    const type = longest && this.checker.getTypeAtLocation(longest);
    return type?.isNumberLiteral() ? { maxLength: type.value } : {};
  }
}

/**
 * The schema with the example that the code gives.
 * @param {Schema} schema
 * @param {ts.Symbol} symbol
 * @returns {Schema}
 */
function withExample(schema, symbol) {
  const example = jsonTagOf(symbol, 'example');
  return example === undefined ? schema : { ...schema, examples: [example] };
}

/**
 * The name in the document of a type of the code.
 * @param {ts.Symbol} symbol
 */
export function nameOf(symbol) {
  return symbol.name.replace(SUFFIX, '');
}

/** @param {string} typeName */
function refTo(typeName) {
  return { $ref: `#/components/schemas/${typeName.replace(SUFFIX, '')}` };
}

/**
 * One schema for a choice of several: an enumeration where that says it, a list of types where that does.
 * @param {readonly Schema[]} schemas
 * @returns {Schema}
 */
function union(schemas) {
  const [first] = schemas;
  if (first && schemas.length === 1) return first;
  const isNullable = schemas.some(({ type }) => type === 'null');
  const others = schemas.filter(({ type }) => type !== 'null');
  if (others.every((schema) => 'const' in schema || schema.enum)) {
    const values = others.flatMap((schema) => schema.enum ?? schema.const);
    const type = others[0]?.type;
    return isNullable && typeof type === 'string'
      ? { type: [type, 'null'], enum: [...values, null] }
      : { type, enum: values };
  }
  const [only] = others;
  if (only && others.length === 1 && isNullable && typeof only.type === 'string')
    return { ...only, type: [only.type, 'null'] };
  return { anyOf: schemas };
}

/**
 * True if the interface of the property has the tag `@columns`.
 * @param {ts.Symbol} property
 */
function isOfSomeKinds({ valueDeclaration }) {
  return valueDeclaration
    ? ts.getJSDocTags(valueDeclaration.parent).some(({ tagName }) => tagName.text === 'columns')
    : false;
}
