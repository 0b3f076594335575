/** Lines that say no more than a status. */
const STATUS_ALONE =
  /^(?:(?:http|error|status)?\W*\d{3}\W*)?(?:internal server error|server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out|bad request|unauthorized|forbidden|not found|page not found|unprocessable (?:entity|content)|conflict|too many requests|error|oops!?|whitelabel error page|application error|action controller: exception caught|laravel|an? (?:unknown |unexpected )?error (?:has )?occurred)?\W*(?:\d{3}\W*)?$/i;

/** True for a line such as "500 Internal Server Error" or the default title of a framework. */
export function isStatusAlone(line: string): boolean {
  return STATUS_ALONE.test(line.trim());
}
