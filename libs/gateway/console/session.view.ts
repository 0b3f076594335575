import type { Moment } from '../timeline/list.view.js';

/** Who the control host takes the caller for. */
export interface SessionView {
  object: 'session';
  /**
   * What the caller may do: everything, everything in one sandbox, or nothing until a token or a key is shown.
   * @example "installation"
   */
  access: 'installation' | 'sandbox' | 'none';
  /**
   * The sandbox whose key was shown.
   * @example null
   */
  sandbox: string | null;
  /**
   * When the session of the caller's cookie ends. Null for whoever comes without one.
   * @example null
   */
  expires_at: Moment | null;
}
