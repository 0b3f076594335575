/** A part of what the benchmark says. */
export interface Section {
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  /** Why figures are missing or mean nothing. */
  readonly problems: readonly string[];
}
