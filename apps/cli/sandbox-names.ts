import type { Control } from './control.js';

const PAGE = '100';

interface Sandboxes {
  readonly data: readonly { readonly name: string }[];
  readonly next: string | null;
}

/** The names of all sandboxes, or of those that a search finds. */
export async function sandboxNames(
  control: Control,
  search: { readonly search?: string } = {},
): Promise<string[]> {
  const names: string[] = [];
  for (let after: string | null = ''; after !== null;) {
    const query = new URLSearchParams({ limit: PAGE, ...search, ...(after !== '' && { after }) });
    const page: Sandboxes = await control.json<Sandboxes>('GET', '/api/sandboxes', { query });
    names.push(...page.data.map(({ name }) => name));
    after = page.next;
  }
  return names;
}
