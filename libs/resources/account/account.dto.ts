import { API_VERSIONS, isApiVersion, type ApiVersion } from '#kernel/api-versions/versions.js';
import { parseHttpUrl } from '#kernel/http-url.js';
import { webhookUriProblem } from '#kernel/addresses.js';
import { Check, Clearable, FormBoolean, Optional } from '#platform/http/dto.js';

/**
 * Parameters of `PATCH /account`. Omitted parameters stay unchanged.
 * @example { "webhook_uri": "https://shop.example/webhooks" }
 */
export class UpdateAccountDto {
  /** URL that receives the events of the key's mode. An empty string turns webhooks off. */
  @Clearable()
  @Check((value) => webhookUriProblem('webhook_uri', value))
  webhook_uri?: string | null;

  /** True if the merchant pays the interest of installments. A source can override it. */
  @FormBoolean()
  zero_interest_installments?: boolean;

  /** Stored and returned in both modes, without any effect. An empty string clears it. */
  @Clearable()
  @Check((value) =>
    parseHttpUrl(value) ? undefined : 'chain_return_uri must be an absolute http or https URL',
  )
  chain_return_uri?: string | null;

  /** True if every card charge requires 3-D Secure (docs/fidelity.md A9). */
  @FormBoolean()
  three_d_secure?: boolean;
}

/**
 * Parameters of `PATCH /account/api_version`.
 * @example { "api_version": "2019-05-29" }
 */
export class UpdateApiVersionDto {
  /** Default: the newest version. */
  @Optional()
  @Check((value) =>
    isApiVersion(value) ? undefined : `api_version must be one of ${API_VERSIONS.join(', ')}`,
  )
  api_version?: ApiVersion;
}
