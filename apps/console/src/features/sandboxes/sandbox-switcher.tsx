import { Button, Text } from '@mantine/core';
import { ChevronDownIcon } from '@primer/octicons-react';
import { lazy, type JSX } from 'react';
import { loading } from '../../api/load';
import { FirstPress } from '../../ui/first-press';
import { usePlace } from '../../ui/place';

const SandboxList = lazy(loading(() => import('./sandbox-list')));

interface SandboxSwitcherProps {
  readonly sandboxOfKey: string | null;
  readonly onCreate: () => void;
}

/**
 * Leads to another sandbox or to a new one. Users who signed in with a sandbox's key have that sandbox only.
 */
export function SandboxSwitcher({ sandboxOfKey, onCreate }: SandboxSwitcherProps): JSX.Element {
  const { name } = usePlace();
  if (sandboxOfKey !== null) return <strong className="whole">{sandboxOfKey}</strong>;
  const button = (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Sandbox: ${name}`}
      rightSection={<ChevronDownIcon size={12} />}
      maw={{ base: 110, sm: 190 }}
    >
      <Text span inherit truncate lh={1.5}>
        {name}
      </Text>
    </Button>
  );
  return (
    <FirstPress target={button} popup="dialog">
      {(target) => <SandboxList target={target} onCreate={onCreate} />}
    </FirstPress>
  );
}
