import { Button, FileButton } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { JSX } from 'react';
import { Refusal, type Schemas } from '../../api/client';
import { pageOf } from '../../lists/kinds';
import { WithCurl } from '../../ui/curl';
import { notifyFailed } from '../../ui/notify';
import { pathIn, sandboxPath, usePlace } from '../../ui/place';
import { useReplace } from '../sandboxes/replace-sandbox';
import { contentsOf, contentsText } from './file-contents';
import { heldText } from './held-text';

type Restored = Schemas['Restore'];

const IMPORT = 'Import file';

/**
 * Asks before a bundle or an exported snapshot replaces the sandbox, and leads to the object of the bundle, or
 * to the snapshots.
 */
export function useImport(): { readonly isPending: boolean; readonly choose: (file: File | null) => void } {
  const place = usePlace();
  const router = useRouter();
  const replace = useReplace();
  const toSnapshots = (): void => void router.navigate({ to: pathIn(place, '/snapshots') });
  const leadOn = ({ object_id: id }: Restored, file: string): void => {
    if (id === null) return toSnapshots();
    const mode = id.includes('_test_') ? 'test' : 'live';
    const to = pageOf(id, { ...place, mode }) ?? pathIn({ ...place, mode }, '/payments');
    return void router.navigate({ to, search: { imported: file } as never });
  };
  const ask = async (file: File): Promise<void> => {
    const contents = await contentsOf(file);
    const { object, order } = contents;
    const about = order === undefined ? object : `order ${order}`;
    replace.press({
      label: IMPORT,
      run: () => importFile(sandboxPath(place), file),
      done: (answer) => `${file.name} imported.${heldText(answer as Restored)}`,
      onDone: (answer) => leadOn(answer as Restored, file.name),
      onUndone: () => {
        // The page of the imported object is about nothing now.
        if ('imported' in router.state.location.search) toSnapshots();
      },
      question: {
        title: about === undefined ? `Import ${file.name}?` : `Import case: ${about}?`,
        confirm: IMPORT,
      },
      contents: contentsText(file.name, contents),
      consequence: `Puts the contents of the file in their place in sandbox "${place.name}", with its clock and settings. Keys and webhook URL stay.`,
      word: 'import',
    });
  };
  return {
    isPending: replace.isPending,
    choose: (file) => {
      if (file) ask(file).catch((error: unknown) => notifyFailed(IMPORT, error));
    },
  };
}

async function importFile(base: string, file: File): Promise<unknown> {
  const response = await fetch(`${base}/import`, {
    method: 'POST',
    body: file,
    headers: { 'Content-Type': 'application/x-ndjson' },
  });
  const answer = (await response.json()) as { code?: string; message?: string };
  if (!response.ok)
    throw new Refusal(response.status, answer.code ?? 'unknown', answer.message ?? response.statusText);
  return answer;
}

/** Chooses the file. */
export function ImportButton(): JSX.Element {
  const { isPending, choose } = useImport();
  const path = `${sandboxPath(usePlace())}/import`;
  return (
    <WithCurl call={{ method: 'POST', path, file: 'snapshot.ndjson' }}>
      <FileButton onChange={choose} accept=".tollgate,.ndjson,.jsonl,.json,application/x-ndjson">
        {({ onClick }) => (
          <Button size="xs" variant="default" loading={isPending} onClick={onClick}>
            Import file…
          </Button>
        )}
      </FileButton>
    </WithCurl>
  );
}
