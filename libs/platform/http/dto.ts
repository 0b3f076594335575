import 'reflect-metadata';
import type { ArgumentMetadata, PipeTransform, Type } from '@nestjs/common';
import { isIP } from 'node:net';
import {
  Allow,
  getMetadataStorage,
  IsOptional,
  ValidateBy,
  validateSync,
  type ValidationError,
} from 'class-validator';
import { isZero } from '#kernel/amount.js';
import { formatDuration, parseDuration } from '#kernel/duration.js';
import { throwProblems, type ErrorCode } from '#kernel/errors.js';
import { isBlank, numberToText, withoutUnset } from '#kernel/values.js';
import { parseWholeNumber } from '#kernel/whole-number.js';
import { unknownProblems } from './unknown-parameters.js';

/** A parameter whose documented type is checked by the domain's rules, and not here. */
// oxlint-disable-next-line typescript/no-unused-vars -- the document of the API is made from it
export type Unverified<_Documented> = unknown;

/**
 * Converts a parameter as sent to the value in the DTO. A parameter without a reader is taken as it was sent.
 */
type Reader = (sent: unknown) => unknown;

const READER = Symbol('reader');

/**
 * Takes the place of Nest's ValidationPipe (docs/decisions/0009-openapi-and-dtos.md). Checks a body against
 * its DTO; all problems are answered together, as `code`. Parameters the DTO does not name are dropped, or
 * refused with `rejectUnknown`: then an empty list or object is no missing parameter either.
 */
export function validated(code: ErrorCode, { rejectUnknown = false } = {}): PipeTransform {
  return {
    transform: (body: object | undefined, { metatype }: ArgumentMetadata): object => {
      const type = metatype as Type<object>;
      const { dto, problems } = readDto(type, body ?? {}, { emptyIsUnset: !rejectUnknown });
      const unknown = rejectUnknown ? unknownProblems(Object.keys(body ?? {}), [...parametersOf(type)]) : [];
      throwProblems(code, [...problems, ...unknown]);
      return dto;
    },
  };
}

/**
 * Like {@link validated}, for an object inside a body: its problems are returned, to be reported with the
 * others. What is inside a parameter may have any names, even `constructor`.
 */
export function readDto<T extends object>(
  type: Type<T>,
  value: object,
  { emptyIsUnset } = { emptyIsUnset: true },
): { dto: T; problems: string[] } {
  const dto = new type();
  const set = emptyIsUnset ? withoutUnset(value) : value;
  for (const name of parametersOf(type)) {
    const reader = Reflect.getMetadata(READER, dto, name) as Reader | undefined;
    Object.assign(dto, { [name]: reader ? reader(own(set, name)) : own(value, name) });
  }
  return { dto, problems: validateSync(dto).flatMap(messagesOf) };
}

/** A parameter that rules check later. An empty value counts as missing. */
export function Unchecked(): PropertyDecorator {
  return all(readBy(blankToUndefined), Allow());
}

/** 0 counts as missing too (docs/fidelity.md H18). */
export function NonZero(): PropertyDecorator {
  return readBy((value) => (isZero(value) ? undefined : value));
}

/** A parameter that rules check later, also what is empty in it. */
export function AsSent(): PropertyDecorator {
  return Allow();
}

/** An IPv4 or IPv6 address. */
export function IpAddress(): PropertyDecorator {
  return Check((value, name) =>
    typeof value === 'string' && isIP(value) ? undefined : `${name} is invalid`,
  );
}

/** An optional parameter. An empty value counts as missing (docs/fidelity.md H3). */
export function Optional(): PropertyDecorator {
  return all(readBy(blankToUndefined), IsOptional());
}

/**
 * An optional parameter that an empty text clears, and on the control host `null`: it is read as `null`
 * (docs/fidelity.md C10).
 */
export function Clearable(): PropertyDecorator {
  return all(
    readBy((value) => (value === '' ? null : value)),
    IsOptional(),
  );
}

/** A boolean, as JSON or as a form sends it. */
export function FormBoolean(): PropertyDecorator {
  return all(
    readBy(
      (value) =>
        BOOLEANS.get(typeof value === 'string' ? value.toLowerCase() : value) ?? blankToUndefined(value),
    ),
    IsOptional(),
    Check((value, name) => (typeof value === 'boolean' ? undefined : `${name} must be true or false`)),
  );
}

/** A rule as a decorator: `problem` says what is wrong with the value, or nothing. */
export function Check(problem: (value: unknown, name: string) => string | undefined): PropertyDecorator {
  return ValidateBy({
    name: 'check',
    validator: {
      validate: (value, args) => problem(value, args?.property ?? '') === undefined,
      defaultMessage: (args) => problem(args?.value, args?.property ?? '') ?? '',
    },
  });
}

/** A text of at most `maxLength` characters, or a number that is read as one (docs/fidelity.md H22). */
export function Text(maxLength: number): PropertyDecorator {
  const check = Check((value, name) => {
    if (typeof value !== 'string') return `${name} must be a string`;
    return value.length > maxLength ? `${name} is too long (maximum is ${maxLength} characters)` : undefined;
  });
  return all(readBy(numberToText), check);
}

/** A whole number from `min` to `max`, as a JSON number or a form's text. The caller converts it. */
export function WholeNumber(min: number, max: number): PropertyDecorator {
  return Check((value, name) =>
    parseWholeNumber(value, min, max) === undefined
      ? `${name} must be a whole number from ${min} to ${max}`
      : undefined,
  );
}

/** A duration, in milliseconds from `minMs` to `maxMs`. */
export function Duration({ minMs = 0, maxMs = Infinity } = {}): PropertyDecorator {
  return Check((value, name) => {
    const ms = parseDuration(value);
    if (ms === undefined) return `${name} must be a duration such as 90s, 15m, 2h, 7d or 1h30m`;
    return ms < minMs || ms > maxMs
      ? `${name} must be from ${formatDuration(minMs)} to ${formatDuration(maxMs)}`
      : undefined;
  });
}

const BOOLEANS = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  [1, true],
  ['false', false],
  ['0', false],
  [0, false],
]);

/** The names of the parameters that a DTO has. */
export function parametersOf(type: Type<object>): Set<string> {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
  return new Set(rules.map(({ propertyName }) => propertyName));
}

/** A parameter is read by the readers of all its decorators, one after the other. */
function readBy(reader: Reader): PropertyDecorator {
  return (target, name) => {
    const earlier = (Reflect.getOwnMetadata(READER, target, name) ?? ((sent) => sent)) as Reader;
    Reflect.defineMetadata(READER, (sent: unknown) => reader(earlier(sent)), target, name);
  };
}

function own(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name as keyof typeof object] : undefined;
}

function blankToUndefined(value: unknown): unknown {
  return isBlank(value) ? undefined : value;
}

function all(...decorators: PropertyDecorator[]): PropertyDecorator {
  return (target, key) => {
    for (const decorate of decorators) decorate(target, key);
  };
}

function messagesOf(error: ValidationError): string[] {
  return [...Object.values(error.constraints ?? {}), ...(error.children ?? []).flatMap(messagesOf)];
}
