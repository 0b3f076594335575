import { useEffect, useEffectEvent } from 'react';
import { useImport } from './import-file';

/** Asks whether a dropped file is to be imported. */
export default function DroppedFile({ file }: { readonly file: File }): null {
  const { choose } = useImport();
  const onFile = useEffectEvent(choose);
  useEffect(() => onFile(file), [file]);
  return null;
}
