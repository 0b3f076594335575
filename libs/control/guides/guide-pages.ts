import { readdir, readFile } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import { PACKAGE_FOLDER } from '#platform/process/package-folder.js';

const FOLDER = join(PACKAGE_FOLDER, 'docs');
const INDEX = 'README.md';
/** Its pages are about the clone, which is not installed. */
const FOR_CONTRIBUTORS = 'Work on it';
const LINK = /!?\[([^\]]+)\]\(([^)\s]+)\)/g;
const FENCED = /(^```.*?^```)/gms;

/** A page that the index links to. */
export interface Guide {
  readonly path: string;
  readonly title: string;
  readonly description: string;
}

export interface GuideSection {
  readonly title: string;
  readonly guides: readonly Guide[];
}

/** The pages in `docs/` of this version, by their paths there. */
export class GuidePages {
  private paths: Promise<ReadonlySet<string>> | undefined;

  /** Returns `undefined` unless `docs/` has this page. */
  async find(path: string): Promise<string | undefined> {
    return (await this.all()).has(path) ? this.read(path) : undefined;
  }

  /** The sections of the index, without those for contributors. */
  async sections(): Promise<GuideSection[]> {
    const [, ...sections] = (await this.read(INDEX)).split(/^## /m);
    const written = sections.map(async (section) => {
      const [title = ''] = section.split('\n', 1);
      return { title, guides: await this.guidesIn(section) };
    });
    return (await Promise.all(written)).filter(({ title }) => title !== FOR_CONTRIBUTORS);
  }

  /** The first sentence of the index. */
  async summary(): Promise<string> {
    return firstSentence(await this.read(INDEX));
  }

  /** A row of a table describes its page, and another link has the first sentence of the page. */
  private async guidesIn(section: string): Promise<Guide[]> {
    const paths = await this.all();
    const guides = section.split('\n').flatMap((line) => {
      const description = line.startsWith('|') ? line.split('|')[2]?.trim() : undefined;
      return Array.from(line.matchAll(LINK), ([, title = '', path = '']) => ({ title, path, description }));
    });
    return Promise.all(
      guides
        .filter(({ path }) => paths.has(path))
        .map(async ({ description, ...guide }) => ({
          ...guide,
          description: description ?? firstSentence(await this.read(guide.path)),
        })),
    );
  }

  private async read(path: string): Promise<string> {
    const paths = await this.all();
    const text = await readFile(join(FOLDER, ...path.split('/')), 'utf8');
    return withoutDeadLinks(text, path, paths);
  }

  private all(): Promise<ReadonlySet<string>> {
    this.paths ??= pathsOf(FOLDER);
    return this.paths;
  }
}

async function pathsOf(folder: string): Promise<Set<string>> {
  const names = await readdir(folder, { recursive: true });
  return new Set(names.filter((name) => name.endsWith('.md')).map((name) => name.split(sep).join('/')));
}

/** Links to files outside of `docs/`, and to pictures, become their text: only pages are installed. */
function withoutDeadLinks(text: string, page: string, paths: ReadonlySet<string>): string {
  const isAlive = (target: string): boolean => {
    const [path = ''] = target.split('#');
    return /^[a-z]+:/.test(target) || path === '' || paths.has(posix.join(posix.dirname(page), path));
  };
  const keepAlive = (link: string, title: string, target: string): string => (isAlive(target) ? link : title);
  // The blocks of code are at the odd places.
  return text
    .split(FENCED)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(LINK, keepAlive) : part))
    .join('');
}

/** Pages have a sentence a line. */
function firstSentence(page: string): string {
  const [, paragraph = ''] = page.split('\n\n', 2);
  return (paragraph.split('\n', 1)[0] ?? '').replaceAll(LINK, '$1');
}
