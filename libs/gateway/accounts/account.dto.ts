import { parseHttpUrl } from '#domain/http-url.js';
import { webhookUriProblem } from '#domain/webhooks/addresses.js';
import { Check, Clearable, FormBoolean } from '#platform/http/dto.js';

/**
 * Parameters of `PATCH /account`. What is not sent stays as it is.
 * @example { "webhook_uri": "https://shop.example/webhooks" }
 */
export class UpdateAccountDto {
  /** Where this mode's events go; an empty text turns them off. */
  @Clearable()
  @Check((value) => webhookUriProblem('webhook_uri', value))
  webhook_uri?: string | null;

  /** Whether the merchant pays the interest of installments unless a source says otherwise. */
  @FormBoolean()
  zero_interest_installments?: boolean;

  /** Kept and shown for both modes, and used for nothing; an empty text clears it. */
  @Clearable()
  @Check((value) => (parseHttpUrl(value) ? undefined : 'chain_return_uri must be an absolute http or https address'))
  chain_return_uri?: string | null;

  /** Whether every card charge asks the cardholder to prove who they are (docs/fidelity.md A9). */
  @FormBoolean()
  three_d_secure?: boolean;
}
