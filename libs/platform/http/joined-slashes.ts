/** The path with one slash for several in a row (docs/fidelity.md H24). */
export function joinedSlashes(path: string): string {
  return path.replaceAll(/\/{2,}/g, '/');
}
