import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { NotFoundException } from '@nestjs/common';
import express, {
  type ErrorRequestHandler,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { parse } from 'qs';
import { fail } from '#kernel/errors.js';
import { MAX_NESTING } from '#kernel/metadata.js';
import { isEncodedUtf8 } from './encoded-utf8.js';
import { hasUnnumberedLists, numbered } from './form-lists.js';
import { hasNumbersAsNames, markedNames, withoutMarks } from './form-names.js';
import { methodsAt } from './methods-at.js';

/** The largest body, in bytes, and the most fields a form or a JSON body may have. */
export const MAX_BODY_BYTES = 100 * 1024;
export const MAX_FIELDS = 1_000;
/** `depth` is not in the types yet. */
const FORM_LIMITS = { parameterLimit: MAX_FIELDS, depth: MAX_NESTING };

/** Bodies that are left to their routes, which read them once they know who is calling. */
export interface LeftBodies {
  /** Paths of multipart bodies with a file, which `FileUpload` reads (docs/fidelity.md E9). */
  readonly uploadPath?: RegExp | undefined;
  /** Paths of bodies of any content type. */
  readonly streamedPaths?: readonly RegExp[] | undefined;
  /** Paths of JSON that may be larger than elsewhere, which `LargeJson` reads. */
  readonly largePath?: RegExp | undefined;
}

/** Types that are read as JSON, `application/vnd.api+json` among them. */
export const JSON_TYPES = ['json', '+json'];

const CONTENT_TYPE_PROBLEM = 'Content-Type must be application/x-www-form-urlencoded or application/json';
const JSON_IN_FORM = 'the body looks like JSON; send it with Content-Type: application/json';
/** The error filter has the message of the answer. */
const NOT_UTF8 = 'the body is not valid UTF-8';
/** Clients that print objects into forms send `[object Object]`, which is no JSON. */
const JSON_BEGINNING = /^\s*(?:\{|\[\s*[[{"\d\]-])/;

/** Requests with JSON in place of a form. */
const jsonForms = new WeakSet<IncomingMessage>();
/** Requests whose bodies are left to their routes. */
const leftRequests = new WeakSet<IncomingMessage>();

/** Skips the parser for bodies that are left to their routes, whatever their content type. */
function unlessLeft(parse: RequestHandler): RequestHandler {
  return (req, res, next) => (isLeft(req) ? next() : parse(req, res, next));
}

function leaveStreamed(paths: readonly RegExp[]): RequestHandler {
  return (req, _res, next) => {
    if (req.method === 'POST' && paths.some((path) => path.test(req.path))) leftRequests.add(req);
    next();
  };
}

/** A body of the usual size is left to the usual parser. */
function leaveLargeJson(path: RegExp): RequestHandler {
  return (req, _res, next) => {
    const isSmall = Number(req.headers['content-length']) <= MAX_BODY_BYTES;
    if (req.method === 'POST' && path.test(req.path) && !isSmall && req.is(JSON_TYPES)) leftRequests.add(req);
    next();
  };
}

/** True for a body that is left to its route. */
export function isLeft(req: IncomingMessage): boolean {
  return leftRequests.has(req);
}

/**
 * Parses what clients send, forms with brackets and JSON on any method (docs/fidelity.md H1), and refuses
 * what cannot be stored.
 */
export function bodyParsers({
  uploadPath,
  streamedPaths = [],
  largePath,
}: LeftBodies): (RequestHandler | ErrorRequestHandler)[] {
  return [
    leaveStreamed(streamedPaths),
    assertKnownType(uploadPath),
    ...(largePath ? [leaveLargeJson(largePath)] : []),
    unlessLeft(express.json({ type: JSON_TYPES, limit: MAX_BODY_BYTES, strict: false, verify: assertUtf8 })),
    unlessLeft(
      express.urlencoded({ extended: true, limit: MAX_BODY_BYTES, verify: rememberForm, ...FORM_LIMITS }),
    ),
    readForm,
    assertStorable,
    preferNotFound,
  ];
}

/**
 * Whatever is wrong with a body that no route would have read, its path is not found (docs/fidelity.md E7).
 * A path that is not UTF-8 is refused as such.
 */
const preferNotFound: ErrorRequestHandler = (error, req, _res, next) => {
  const isKnown = !isEncodedUtf8(req.path) || methodsAt(req).includes(req.method);
  next(isKnown ? error : new NotFoundException());
};

function assertKnownType(uploadPath: RegExp | undefined): RequestHandler {
  return (req, _res, next) => {
    if (isLeft(req)) return next();
    const hasBody =
      req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
    // Clients that do not name the type send JSON with a GET and a form otherwise (docs/fidelity.md H2, H21).
    if (hasBody && !req.headers['content-type'])
      req.headers['content-type'] =
        req.method === 'GET' ? 'application/json' : 'application/x-www-form-urlencoded';
    const isUpload =
      req.method === 'POST' && uploadPath?.test(req.path) === true && req.is('multipart/form-data');
    if (hasBody && !isUpload && !req.is([...JSON_TYPES, 'urlencoded']))
      fail('bad_request', CONTENT_TYPE_PROBLEM);
    next();
  };
}

/** Text that is not UTF-8 would be stored differently from what was sent. */
export function assertUtf8(_req: unknown, _res: unknown, body: Buffer, encoding: string): void {
  if (encoding === 'utf-8' && !isUtf8(body)) throw new Error(NOT_UTF8);
}

interface SentForm {
  readonly text: string;
  readonly charset: 'utf-8' | 'iso-8859-1';
}

/**
 * Forms that the parser does not read as they are meant, kept until it is through: it makes one object of all
 * in a list without numbers, and a list of names that are numbers.
 */
const formsToReadAgain = new WeakMap<IncomingMessage, SentForm>();

function rememberForm(req: IncomingMessage, _res: unknown, body: Buffer, encoding: string): void {
  const charset = encoding === 'iso-8859-1' ? encoding : 'utf-8';
  if (charset === 'utf-8' && !isEncodedUtf8(body.toString('latin1'))) throw new Error(NOT_UTF8);
  const text = new TextDecoder(charset).decode(body);
  if (JSON_BEGINNING.test(text)) jsonForms.add(req);
  if (hasUnnumberedLists(text) || hasNumbersAsNames(text)) formsToReadAgain.set(req, { text, charset });
}

/** Parses the form again. Its size was checked the first time. */
function readForm(req: Request, _res: Response, next: NextFunction): void {
  if (jsonForms.has(req)) fail('bad_request', JSON_IN_FORM);
  const form = formsToReadAgain.get(req);
  if (form) {
    const { text, charset } = form;
    const body = parse(numbered(markedNames(text)), {
      ...FORM_LIMITS,
      charset,
      arrayLimit: MAX_FIELDS,
      allowPrototypes: true,
    });
    req.body = withoutMarks(body);
  }
  next();
}

function assertStorable(req: Request, _res: Response, next: NextFunction): void {
  if (req.path.includes('%00')) fail('bad_request', 'the path must not contain NUL characters');
  if (!isEncodedUtf8(req.url)) fail('bad_request', 'the URL is not valid UTF-8');
  if (isLeft(req)) return next();
  assertStorableBody(req);
  assertStorableValue(req.query, 0);
  next();
}

/** Replaces the body by `undefined` if it has no parameters. */
export function assertStorableBody(req: Request): void {
  const sent = req.body as unknown;
  // Clients send JSON's null or an empty list for no parameters (docs/fidelity.md H3).
  const body = sent === null || (Array.isArray(sent) && sent.length === 0) ? undefined : sent;
  req.body = body;
  if (body !== undefined && (typeof body !== 'object' || Array.isArray(body))) {
    fail('bad_request', 'the body must be an object of named parameters');
  }
  assertStorableValue(body, 0);
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair; a key of the prototype would be no data. */
function assertStorableValue(value: unknown, depth: number): void {
  if (depth > MAX_NESTING) fail('bad_request', `parameters must not be nested more than ${MAX_NESTING} deep`);
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed())
      fail('bad_request', 'parameters must be valid Unicode text without NUL characters');
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value)) {
      if (key === '__proto__') fail('bad_request', 'a parameter must not be named __proto__');
      assertStorableValue(key, depth);
      assertStorableValue(child, depth + 1);
    }
  }
}
