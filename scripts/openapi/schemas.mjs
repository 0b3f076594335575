// Makes JSON Schemas of TypeScript's types. Views and parameters are described once, where the compiler holds the code to them.
import ts from 'typescript';
import { jsonTagOf, tagsOf, textOf } from './doc-tags.mjs';

/** Files whose types have a name in the document. */
const NAMED = /\.(view|dto)\.ts$|libs\/domain\/(errors|sources\/source-details)\.ts$/;
/** What the names of types end with, and those of the document do not. */
const SUFFIX = /(View|Dto|Body)$/;

export class Schemas {
  /** The schemas that have a name, by it. */
  components = {};
  #types = new Map();

  constructor(checker) {
    this.checker = checker;
  }

  /** The schema of a type. `written` is the type as the source says it: names of plain types are known only there. */
  of(type, written) {
    return this.#ofWritten(written) ?? this.#ofAlias(type) ?? this.#ofType(type, written);
  }

  /** The schema of a list of such objects. */
  #listOf(type) {
    const [item] = this.checker.getTypeArguments(type).length ? this.checker.getTypeArguments(type) : (type.aliasTypeArguments ?? []);
    const name = item.flags & ts.TypeFlags.Never ? 'EmptyList' : `${nameOf(item.aliasSymbol ?? item.symbol)}List`;
    return this.#component(name, type, () => this.#ofObject(type));
  }

  #ofWritten(written) {
    if (!written) return undefined;
    if (ts.isUnionTypeNode(written)) {
      const isPlain = written.types.every((part) => !this.#ofWritten(part));
      if (isPlain) return undefined;
      return union(written.types.map((part) => this.of(this.checker.getTypeFromTypeNode(part), part)));
    }
    if (!ts.isTypeReferenceNode(written)) return undefined;
    const [argument] = written.typeArguments ?? [];
    if (written.typeName.getText() === 'Unverified') return this.of(this.checker.getTypeFromTypeNode(argument), argument);
    const symbol = this.#resolved(this.checker.getSymbolAtLocation(written.typeName));
    if (!symbol || !(symbol.flags & ts.SymbolFlags.TypeAlias)) return undefined;
    return this.#ofTag(symbol) ?? withExample(this.#ofType(this.checker.getTypeFromTypeNode(written)), symbol);
  }

  #resolved(symbol) {
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  #ofAlias(type) {
    return type.aliasSymbol && this.#ofTag(type.aliasSymbol);
  }

  #ofTag(symbol) {
    const schema = jsonTagOf(symbol, 'schema');
    return schema && withExample(schema, symbol);
  }

  #ofType(type, written) {
    const { flags } = type;
    if (flags & ts.TypeFlags.Null) return { type: 'null' };
    if (flags & ts.TypeFlags.BooleanLiteral) return { type: 'boolean', const: this.checker.typeToString(type) === 'true' };
    if (flags & ts.TypeFlags.Boolean) return { type: 'boolean' };
    if (flags & (ts.TypeFlags.StringLiteral | ts.TypeFlags.NumberLiteral))
      return { type: typeof type.value === 'string' ? 'string' : 'integer', const: type.value };
    if (flags & ts.TypeFlags.String) return { type: 'string' };
    // The API has no number that is not whole: what is, is written as text.
    if (flags & ts.TypeFlags.Number) return { type: 'integer' };
    if (flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return {};
    if (type.isUnion()) return this.#ofUnion(type);
    if (this.checker.isArrayType(type)) return this.#ofArray(type, written);
    if (type.symbol?.name === 'ListView') return this.#listOf(type);
    const symbol = type.aliasSymbol ?? type.symbol;
    const [declaration] = symbol?.declarations ?? [];
    const isNamed = declaration && symbol.name !== '__type' && NAMED.test(declaration.getSourceFile().fileName);
    return isNamed ? this.#component(nameOf(symbol), type, () => this.#ofObject(type, symbol)) : this.#ofObject(type);
  }

  #ofUnion(type) {
    const parts = type.types.filter((part) => !(part.flags & ts.TypeFlags.Undefined));
    const isBoolean = parts.filter((part) => part.flags & ts.TypeFlags.BooleanLiteral).length === 2;
    const others = isBoolean ? parts.filter((part) => !(part.flags & ts.TypeFlags.BooleanLiteral)) : parts;
    return union([...(isBoolean ? [{ type: 'boolean' }] : []), ...others.map((part) => this.of(part))]);
  }

  #ofArray(type, written) {
    const [item] = this.checker.getTypeArguments(type);
    if (item.flags & ts.TypeFlags.Never) return { type: 'array', items: {}, maxItems: 0 };
    const itemWritten = written && ts.isArrayTypeNode(written) ? written.elementType : undefined;
    return { type: 'array', items: this.of(item, itemWritten) };
  }

  #component(name, type, make) {
    const known = this.#types.get(name);
    if (known && known !== type) throw new Error(`two types are both ${name} in the document; rename one`);
    this.#types.set(name, type);
    if (!this.components[name]) {
      this.components[name] = {};
      Object.assign(this.components[name], make());
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  #ofObject(type, symbol) {
    const properties = {};
    const required = [];
    for (const property of this.checker.getPropertiesOfType(type)) {
      const isOptional = property.flags & ts.SymbolFlags.Optional;
      if (isOptional && symbol?.name.endsWith('View'))
        throw new Error(`${symbol.name}.${property.name} may be missing; an answer has null instead`);
      if (!isOptional || tagsOf(property, 'required').length > 0) required.push(property.name);
      properties[property.name] = this.#ofProperty(property);
    }
    const description = symbol && textOf(symbol, this.checker);
    // A request may hold more than is known; an answer never does.
    const isRequest = Object.keys(properties).length !== required.length || symbol?.name.endsWith('Dto');
    const schema = {
      ...(description ? { description } : {}),
      type: 'object',
      properties,
      ...(required.length > 0 ? { required } : {}),
      ...(isRequest ? {} : { additionalProperties: false }),
    };
    return symbol ? withExample(schema, symbol) : schema;
  }

  #ofProperty(property) {
    const declaration = property.valueDeclaration ?? property.declarations?.[0];
    const type = this.checker.getTypeOfSymbol(property);
    const described = this.#ofTag(property) ?? this.#ofReferences(property, type) ?? this.of(type, declaration?.type);
    const description = textOf(property, this.checker);
    return withExample({ ...(description ? { description } : {}), ...described, ...this.#longest(declaration) }, property);
  }

  #ofReferences(property, type) {
    const [expanded] = tagsOf(property, 'expands');
    if (expanded) {
      const id = this.of(type);
      return { anyOf: [...(Array.isArray(id.type) ? id.type.map((name) => ({ type: name })) : [id]), refTo(expanded)] };
    }
    const [kinds] = tagsOf(property, 'anyOf');
    return kinds && { anyOf: kinds.split(/\s+/).map(refTo) };
  }

  /** What the decorator `@Text(longest)` says. */
  #longest(declaration) {
    const decorators = declaration && ts.canHaveDecorators(declaration) ? (ts.getDecorators(declaration) ?? []) : [];
    const text = decorators.map(({ expression }) => expression).find((call) => call.expression?.getText() === 'Text');
    return text ? { maxLength: this.checker.getTypeAtLocation(text.arguments[0]).value } : {};
  }
}

/** The schema with the example that the code gives. */
function withExample(schema, symbol) {
  const example = jsonTagOf(symbol, 'example');
  return example === undefined ? schema : { ...schema, examples: [example] };
}

/** The name in the document of a type of the code. */
export function nameOf(symbol) {
  return symbol.name.replace(SUFFIX, '');
}

function refTo(typeName) {
  return { $ref: `#/components/schemas/${typeName.replace(SUFFIX, '')}` };
}

/** One schema for a choice of several: an enumeration where that says it, a list of types where that does. */
function union(schemas) {
  if (schemas.length === 1) return schemas[0];
  const isNullable = schemas.some(({ type }) => type === 'null');
  const others = schemas.filter(({ type }) => type !== 'null');
  if (others.every((schema) => 'const' in schema || schema.enum)) {
    const values = others.flatMap((schema) => schema.enum ?? schema.const);
    const [{ type }] = others;
    return isNullable ? { type: [type, 'null'], enum: [...values, null] } : { type, enum: values };
  }
  const [only] = others;
  if (others.length === 1 && isNullable && typeof only.type === 'string') return { ...only, type: [only.type, 'null'] };
  return { anyOf: schemas };
}
