import { ActionIcon, Group, Title } from '@mantine/core';
import { XIcon } from '@primer/octicons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import { useKeys } from './keys';

/** The item in the inspector, which the address has as `open`. */
export function useOpened(): {
  readonly opened: string | undefined;
  readonly open: (id: string | undefined) => void;
} {
  const { open: opened }: { readonly open?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const open = (id: string | undefined): void =>
    void navigate({
      to: '.',
      search: ((now: object) => ({ ...now, open: id })) as never,
      replace: opened !== undefined,
    });
  return { opened, open };
}

interface BesideProps {
  readonly children: ReactNode;
  /** Nothing while it is closed. */
  readonly inspector: ReactNode;
}

/** A list and the inspector beside it, which neither covers nor dims the list. */
export function Beside({ children, inspector }: BesideProps): JSX.Element {
  return (
    <div className="beside" data-open={inspector ? true : undefined}>
      <div>{children}</div>
      {inspector}
    </div>
  );
}

interface InspectorProps {
  readonly label: string;
  readonly title: ReactNode;
  readonly children: ReactNode;
}

/** Closed by Escape. */
export function Inspector({ label, title, children }: InspectorProps): JSX.Element {
  const { open } = useOpened();
  useKeys({ Escape: () => open(undefined) });
  return (
    <aside className="inspector" aria-label={label}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="xs">
        <Title order={2} className="breaks">
          {title}
        </Title>
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={() => open(undefined)}
          aria-label={`Close ${label.toLowerCase()}`}
        >
          <XIcon />
        </ActionIcon>
      </Group>
      {children}
    </aside>
  );
}
