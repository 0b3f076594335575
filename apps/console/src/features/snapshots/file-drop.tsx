import './file-drop.css';
import { UploadIcon } from '@primer/octicons-react';
import { lazy, Suspense, useEffect, useState, type JSX } from 'react';
import { loading } from '../../api/load';
import { notifyFailed } from '../../ui/notify';

const DroppedFile = lazy(loading(() => import('./dropped-file')));

/** Imports a bundle or an exported snapshot that is dropped anywhere in the window. */
export default function FileDrop(): JSX.Element {
  const [isOver, setIsOver] = useState(false);
  const [dropped, setDropped] = useState<readonly [count: number, file: File]>();
  useEffect(() => {
    const onOver = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    const onLeave = ({ relatedTarget }: DragEvent): void => {
      // It goes from one element to another otherwise.
      if (relatedTarget === null) setIsOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(false);
      const [file, ...others] = event.dataTransfer?.files ?? [];
      if (others.length > 0) notifyFailed('Import files', new Error('drop one file at a time.'));
      else if (file) setDropped(([count] = [0, file]) => [count + 1, file]);
    };
    const ending = new AbortController();
    const { signal } = ending;
    addEventListener('dragenter', onOver, { signal });
    addEventListener('dragover', onOver, { signal });
    addEventListener('dragleave', onLeave, { signal });
    addEventListener('drop', onDrop, { signal });
    return () => ending.abort();
  }, []);
  return (
    <>
      {isOver && (
        <div className="file-drop" role="status">
          <div>
            <UploadIcon size={24} /> Drop to import
          </div>
        </div>
      )}
      <Suspense fallback={null}>{dropped && <DroppedFile key={dropped[0]} file={dropped[1]} />}</Suspense>
    </>
  );
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}
