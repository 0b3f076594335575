import type ts from 'typescript';

/** A JSON Schema, as far as the document needs it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
}

/** The schemas that have a name, by it. */
export type Components = Record<string, Schema>;

/** By code: the status and the message. */
export type Errors = Readonly<Record<string, readonly [status: number, message: string]>>;

export interface Route {
  readonly host: string;
  /** True for routes of the API that the control host serves. */
  readonly isEmulated: boolean;
  readonly verb: string;
  /** With parameters as OpenAPI writes them: `/charges/{id}`. */
  readonly path: string;
  readonly resource: string;
  readonly tag: string;
  readonly resourceText: string;
  readonly name: string;
  readonly text: string;
  readonly errors: readonly string[];
  /** Parameter objects of OpenAPI. */
  readonly queries: readonly object[];
  /** Statuses, each with the media types that it is answered with. */
  readonly answers: readonly (readonly string[])[];
  /** The kinds of key that open it. */
  readonly keys: readonly string[];
  /** The type node of the body. */
  readonly body: ts.TypeNode | undefined;
  readonly takesFile: boolean;
  readonly takesQuery: boolean;
  readonly answer: ts.Type;
}
