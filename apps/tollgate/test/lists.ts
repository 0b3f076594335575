import { DOCUMENT } from '../../../proof/contract/contract.js';

interface Documented {
  readonly responses: {
    readonly 200?: {
      readonly content?: { readonly 'application/json'?: { readonly schema: { $ref?: string } } };
    };
  };
}

/** The paths of the API that answer with a list: `/charges/{id}/refunds`. */
export const LISTS = Object.entries(DOCUMENT.paths).flatMap(([path, { get }]) => {
  const answer = (get as Documented | undefined)?.responses[200]?.content?.['application/json'];
  return answer?.schema.$ref?.endsWith('List') ? [path] : [];
});

/** The lists of an account, such as `/charges`. */
export const ACCOUNT_LISTS = LISTS.filter((path) => !path.includes('{'));
