import { CloseButton, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, type JSX } from 'react';
import { pathIn, usePlace } from '../../ui/place';
import { useStartProgress, useStartReminder } from './start-progress';

/** "Get started: 2 of 4 done", with a link, until all are done or it is hidden. */
export function StartReminder(): JSX.Element | null {
  const [state] = useStartReminder();
  return state === 'shown' ? <Line /> : null;
}

function Line(): JSX.Element {
  const place = usePlace();
  const progress = useStartProgress();
  const [, setState] = useStartReminder();
  const steps = progress && Object.values<boolean>({ ...progress });
  const done = steps?.filter(Boolean).length;
  const isOver = steps !== undefined && done === steps.length;
  useEffect(() => {
    if (isOver) setState('hidden');
  }, [isOver, setState]);
  return (
    <Group gap="xs" mb="xs">
      <Text size="sm" c="dimmed">
        Get started{steps && `: ${done} of ${steps.length} done`}
      </Text>
      <Link to={pathIn(place, '/start')}>Continue</Link>
      <CloseButton
        iconSize={16}
        aria-label="Hide Get started"
        title="Hide Get started"
        onClick={() => setState('hidden')}
      />
    </Group>
  );
}
