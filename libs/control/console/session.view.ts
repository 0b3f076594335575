import type { Moment } from '../timeline/list.view.js';

/** The access of the caller. */
export interface SessionView {
  object: 'session';
  /**
   * Access of the caller: to everything, to one sandbox, or to nothing until it signs in.
   * @example "installation"
   */
  access: 'installation' | 'sandbox' | 'none';
  /**
   * Name of the sandbox whose key was used.
   * @example null
   */
  sandbox: string | null;
  /**
   * When the session of the caller's cookie ends. Null without a cookie.
   * @example null
   */
  expires_at: Moment | null;
}
