import { Check } from '#platform/http/dto.js';
import { snapshotNameProblem } from './rules/snapshot.rules.js';

/**
 * Parameters of `POST /api/sandboxes/{name}/snapshots`.
 * @example { "name": "before-checkout" }
 */
export class CreateSnapshotDto {
  /**
   * At most 64 letters, digits, `-` and `_`.
   * @example "before-checkout"
   */
  @Check((value) => snapshotNameProblem(value))
  name!: string;
}
