import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Judged {
  readonly name: string;
  readonly verdict: string | null;
  readonly findings: readonly { readonly verdict: string; readonly text: string }[];
}

/** An exam, as the command line prints it. */
export interface Exam {
  readonly problem: string | null;
  readonly cases: readonly Judged[];
}

/** The folder of this process's shops and reports. */
export const FOLDER = mkdtempSync(join(tmpdir(), 'tollgate-exam-'));
const SHOP = readFileSync('examples/shop.mjs', 'utf8');

/** The example shop with these changes of its text, each of which must be there once. */
export function shopWith(name: string, ...changes: readonly (readonly [from: string, to: string])[]): string {
  let text = SHOP;
  for (const [from, to] of changes) {
    const parts = text.split(from);
    if (parts.length !== 2) throw new Error(`examples/shop.mjs must have once ${from}`);
    text = parts.join(to);
  }
  const file = join(FOLDER, `${name}.mjs`);
  writeFileSync(file, text);
  return file;
}

/** The names of the cases with this verdict. */
export function named({ cases }: Exam, wanted: string): string[] {
  return cases.filter(({ verdict }) => verdict === wanted).map(({ name }) => name);
}

/** The texts of the findings of one case. */
export function textsOf({ cases }: Exam, wanted: string): string {
  return cases
    .filter(({ name }) => name === wanted)
    .flatMap(({ findings }) => findings.map(({ text }) => text))
    .join('\n');
}

/** True for a process that has not ended. */
export function isRunning(pid: number): boolean {
  // A child that nobody waits for stays as a zombie.
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
