import { Check, Optional } from '#platform/http/dto.js';
import { listOf, ShopDto } from '../shops/shop.dto.js';
import { EXAM_CASES } from './rules/exam-cases.js';

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

function casesProblem(value: unknown, name: string): string | undefined {
  const unknown = listOf(value).find((text) => !CASE_NAMES.includes(text));
  return unknown === undefined
    ? undefined
    : `${name} has an unknown case ${unknown}; cases: ${CASE_NAMES.join(', ')}`;
}
