import { parseDuration } from '#kernel/duration.js';
import { MINUTE_MS, SECOND_MS } from '#kernel/time.js';
import { webhookUriProblem } from '#kernel/addresses.js';
import { Check, Duration, FormBoolean, Optional, Text } from '#platform/http/dto.js';
import { BY_CALLER, MAX_ANSWER_LENGTH } from './rules/shop-terms.js';
import type { ShopParameters } from './shop-run.view.js';

const DEFAULT_FIELDS = ['status', 'count'];
const MAX_KEY_LENGTH = 100;
const MAX_FIELDS = 20;
const MAX_SETTLE_MS = MINUTE_MS;
const MAX_START_MS = 10 * MINUTE_MS;

/** The parameters that exams and soaks share. */
export class ShopDto {
  /**
   * The webhook endpoint of the shop.
   * @example "http://127.0.0.1:3000/webhooks"
   */
  @Check((value, name) => webhookUriProblem(name, value) ?? (value ? undefined : `${name} must be a URL`))
  receiver!: string;

  /**
   * URL that returns an order of the shop as JSON, by GET. `{order}` in it is the order; without it, the
   * query has `order=`. `caller`: the caller answers the questions about the shop.
   * @example "http://127.0.0.1:3000/orders/{order}"
   */
  @Optional()
  @Check(questionProblem)
  probe?: string;

  /**
   * URL that begins an order, by POST, so that the shop creates its charge. As `probe`. The shop may answer with
   * the charge, and with its own number of the order: `{"charge": "chrg_…", "order": "…"}`. Default: Tollgate
   * creates the charges.
   * @example "http://127.0.0.1:3000/orders/{order}"
   */
  @Optional()
  @Check(questionProblem)
  checkout?: string;

  /**
   * Name of the order in the metadata of charges. Default: `order`.
   * @example "order"
   */
  @Optional()
  @Text(MAX_KEY_LENGTH)
  order_key?: string;

  /**
   * Fields of the probe's JSON that tell whether an order is fulfilled, comma-separated. Default:
   * `status,count`.
   * @example "status,count"
   */
  @Optional()
  @Check(fieldsProblem)
  expect?: string;

  /**
   * Time that the shop may take to act on an event after its response, in real time. Default: `1s`.
   * @example "1s"
   */
  @Optional()
  @Duration({ maxMs: MAX_SETTLE_MS })
  settle?: string;

  /**
   * Time limit for the shop to listen at the receiver's address, in real time. Default: `1m`.
   * @example "1m"
   */
  @Optional()
  @Duration({ maxMs: MAX_START_MS })
  start?: string;

  /**
   * True if the caller starts the shop, and starts it again when it is asked (`restart`): in an exam without its
   * webhook secret. Default: false, and what needs it is left out.
   * @example false
   */
  @Optional()
  @FormBoolean()
  restarts?: boolean;
}

/**
 * Parameters of `PUT /api/sandboxes/{name}/exams/{id}/answer`.
 * @example { "question": "1", "answer": "{\"status\":\"paid\",\"count\":1}" }
 */
export class AnswerQuestionDto {
  /**
   * ID of the question.
   * @example "1"
   */
  @Text(MAX_KEY_LENGTH)
  question!: string;

  /**
   * The JSON that the URL of the probe or the checkout would return.
   * @example "{\"status\":\"paid\",\"count\":1}"
   */
  @Optional()
  @Text(MAX_ANSWER_LENGTH)
  answer?: string;

  /**
   * Why there is no answer.
   * @example "exit code 1"
   */
  @Optional()
  @Text(MAX_ANSWER_LENGTH)
  problem?: string;
}

/** The parameters as a run stores them. */
export function shopParametersOf(body: ShopDto): ShopParameters {
  const {
    receiver,
    probe = null,
    checkout = null,
    order_key: orderKey = 'order',
    expect,
    settle,
    start,
  } = body;
  return {
    receiver,
    probe,
    checkout,
    orderKey,
    expect: expect === undefined ? DEFAULT_FIELDS : listOf(expect),
    settleMs: parseDuration(settle) ?? SECOND_MS,
    startMs: parseDuration(start) ?? MINUTE_MS,
    restarts: body.restarts ?? false,
  };
}

/** A comma-separated list, or a list. */
export function listOf(value: unknown): string[] {
  const texts = Array.isArray(value) ? value : String(value).split(',');
  return texts.map((text) => String(text).trim()).filter(Boolean);
}

function fieldsProblem(value: unknown, name: string): string | undefined {
  const fields = listOf(value);
  return fields.length <= MAX_FIELDS && fields.every(({ length }) => length <= MAX_KEY_LENGTH)
    ? undefined
    : `${name} must be at most ${MAX_FIELDS} field names of at most ${MAX_KEY_LENGTH} characters`;
}

function questionProblem(value: unknown, name: string): string | undefined {
  const sample = typeof value === 'string' ? value.replaceAll('{order}', '1042') : value;
  return value === BY_CALLER ? undefined : webhookUriProblem(name, sample);
}
