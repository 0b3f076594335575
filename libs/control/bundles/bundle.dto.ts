import { webhookUriProblem } from '#kernel/addresses.js';
import { Check, FormBoolean, Optional, Text } from '#platform/http/dto.js';

const MAX_ID_LENGTH = 64;
const MAX_SPEED = 1_000_000;

/**
 * Parameters of `POST /api/sandboxes/{name}/replays`.
 * @example { "object": "chrg_test_60aaaaaaaaaaaaaaaa1", "to": "http://127.0.0.1:3000/webhooks", "speed": 10 }
 */
export class CreateReplayDto {
  /**
   * ID of the object whose webhooks are sent, with those of its refunds and disputes.
   * @example "chrg_test_60aaaaaaaaaaaaaaaa1"
   */
  @Text(MAX_ID_LENGTH)
  object!: string;

  /**
   * URL to send them to.
   * @example "http://127.0.0.1:3000/webhooks"
   */
  @Check((value, name) => webhookUriProblem(name, value) ?? (value ? undefined : `${name} must be a URL`))
  to!: string;

  /**
   * Factor of the speed: with 10, an hour takes six minutes. Default: 1.
   * @example 10
   */
  @Optional()
  @Check((value, name) =>
    parseSpeed(value) === undefined ? `${name} must be a number above 0, at most ${MAX_SPEED}` : undefined,
  )
  speed?: number;

  /**
   * URL that received the webhooks. Required if there are several.
   * @example "https://shop.example/webhooks"
   */
  @Optional()
  @Check((value, name) => webhookUriProblem(name, value))
  from?: string;

  /** True to list the webhooks without sending them. */
  @Optional()
  @FormBoolean()
  dry_run?: boolean;
}

/** A number or a form's text; `undefined` if it is no possible speed. */
export function parseSpeed(value: unknown): number | undefined {
  const speed = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof speed === 'number' && speed > 0 && speed <= MAX_SPEED ? speed : undefined;
}
