const MAX_TOLD = 5;
const MAX_NAME_LENGTH = 50;

/** The error for unknown parameters. A misspelled one would otherwise be ignored. */
export function unknownProblems(sent: readonly string[], known: readonly string[]): string[] {
  const unknown = sent.filter((name) => !known.includes(name)).map((name) => name.slice(0, MAX_NAME_LENGTH));
  const areNone = unknown.length === 1 ? 'is not a parameter' : 'are not parameters';
  const takes = known.length === 0 ? 'it accepts none' : `it accepts ${known.join(', ')}`;
  return unknown.length === 0
    ? []
    : [`${unknown.slice(0, MAX_TOLD).join(', ')} ${areNone} of this request; ${takes}`];
}
