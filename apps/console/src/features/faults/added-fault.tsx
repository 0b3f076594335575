import type { JSX } from 'react';
import type { Schemas } from '../../api/client';
import { useAct } from '../../ui/action-button';
import { sandboxPath, usePlace } from '../../ui/place';
import { UndoMessage } from '../../ui/undo-message';
import { faultClause } from './fault-sentence';

/** The message about a fault that was added, with a button that removes it. */
export function useAddedFault(): (answer: unknown) => JSX.Element {
  const path = `${sandboxPath(usePlace())}/faults`;
  const { press } = useAct();
  return (answer) => {
    const fault = answer as Schemas['Fault'];
    const clause = faultClause(fault);
    const undo = (): void =>
      press({
        label: 'Remove fault',
        call: { method: 'DELETE', path: `${path}/${encodeURIComponent(fault.name)}` },
        done: `Fault removed: ${clause}`,
      });
    return <UndoMessage text={`Fault added: ${clause}`} onUndo={undo} />;
  };
}
