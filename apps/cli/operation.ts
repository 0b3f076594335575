/** A parameter that a call of the control API takes in its query or body. */
export interface Option {
  readonly name: string;
  readonly description?: string;
  /** One value; one or several; what has parts, such as `match[route]`; a list of such; true or false. */
  readonly kind: 'text' | 'list' | 'parts' | 'items' | 'flag';
  readonly choices?: readonly string[];
}

/** The request body: a form or JSON, JSON only, or a file of a form. */
export interface Body {
  readonly type: 'form' | 'json' | 'upload';
  readonly options: readonly Option[];
}

/** An argument of a command. A file is sent as the body. */
interface Argument {
  readonly name: string;
  readonly in: 'path' | 'body' | 'file';
  readonly isOptional: boolean;
}

/** A call of the control API, as its document has it. */
export interface Operation {
  /** Such as `Clock.advance`. Those of the emulated API are named as there, and lie below `…/api/{mode}/`. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** The words of its command: `clock advance`, `api charges create`. */
  readonly words: readonly string[];
  readonly arguments: readonly Argument[];
  /** The content type of its answer. */
  readonly answers: string;
  readonly query: readonly Option[];
  readonly body?: Body;
}
