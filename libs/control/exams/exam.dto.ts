import { fail } from '#kernel/errors.js';
import { isBlank } from '#kernel/values.js';
import { parseWholeNumber } from '#kernel/whole-number.js';
import { Check, Optional } from '#platform/http/dto.js';
import { listOf, ShopDto, shopParametersOf } from '../shops/shop.dto.js';
import { EXAM_CASES, REFERENCE_CASE } from './rules/exam-cases.js';
import type { ExamParameters } from './exam.view.js';

const CASE_NAMES = EXAM_CASES.map(({ name }) => name);

/**
 * Parameters of `POST /api/sandboxes/{name}/exams`.
 * @example { "receiver": "http://127.0.0.1:3000/webhooks", "probe": "http://127.0.0.1:3000/orders/{order}" }
 */
export class CreateExamDto extends ShopDto {
  /**
   * Cases to run, comma-separated. The case `genuine-event` always runs. Default: all.
   * @example "same-event-twice,stale-timestamp"
   */
  @Optional()
  @Check(casesProblem)
  only?: string;

  /**
   * Cases to leave out, comma-separated.
   * @example "refund-dispute-reversal"
   */
  @Optional()
  @Check(casesProblem)
  skip?: string;
}

/** The parameters as a run stores them. */
export function examParametersOf(body: CreateExamDto): ExamParameters {
  const only = body.only === undefined ? CASE_NAMES : listOf(body.only);
  const skipped = body.skip === undefined ? [] : listOf(body.skip);
  return {
    ...shopParametersOf(body),
    cases: CASE_NAMES.filter(
      (name) => name === REFERENCE_CASE || (only.includes(name) && !skipped.includes(name)),
    ),
  };
}

/** Number of judged cases to wait for. Throws `bad_request`. */
export function judgedCountOf(count: unknown): number {
  if (isBlank(count)) return Infinity;
  const most = EXAM_CASES.length;
  return (
    parseWholeNumber(count, 1, most) ?? fail('bad_request', `count must be a whole number from 1 to ${most}`)
  );
}

function casesProblem(value: unknown, name: string): string | undefined {
  const unknown = listOf(value).find((text) => !CASE_NAMES.includes(text));
  return unknown === undefined
    ? undefined
    : `${name} has an unknown case ${unknown}; cases: ${CASE_NAMES.join(', ')}`;
}
