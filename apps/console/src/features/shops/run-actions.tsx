import type { ButtonProps } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { JSX } from 'react';
import { ActionButton } from '../../ui/action-button';
import { pathIn, sandboxPath, usePlace } from '../../ui/place';
import { labelOf } from '../../ui/words';
import type { RunKind, ShopRun } from './shop-words';

interface StartRunProps extends ButtonProps {
  readonly kind: RunKind;
  readonly body: object;
  /** In a form. */
  readonly type?: 'submit';
  readonly children: string;
}

/** Starts a run, and leads to its page. */
export function StartRun({ kind, body, ...button }: StartRunProps): JSX.Element {
  const place = usePlace();
  const navigate = useNavigate();
  return (
    <ActionButton
      call={{ method: 'POST', path: `${sandboxPath(place)}/${kind}s`, body }}
      done={`${labelOf(kind)} started`}
      onDone={(begun) => void navigate({ to: pathIn(place, `/${kind}s/${(begun as ShopRun).id}`) })}
      {...button}
    />
  );
}

interface StopRunProps {
  readonly kind: RunKind;
  readonly run: ShopRun;
}

export function StopRun({ kind, run: { id, problem } }: StopRunProps): JSX.Element {
  const place = usePlace();
  const queries = useQueryClient();
  return (
    <ActionButton
      call={{ method: 'POST', path: `${sandboxPath(place)}/${kind}s/${id}/stop` }}
      done={`The ${kind} stops`}
      onDone={(stopped) => queries.setQueryData([kind, place.name, id], stopped)}
      disabled={problem !== null}
    >
      {`Stop ${kind}`}
    </ActionButton>
  );
}
