import { Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';

interface PageHeaderProps {
  readonly title: ReactNode;
  /** Beside the title: a status, a count. */
  readonly beside?: ReactNode;
  /** One sentence about the page. */
  readonly about?: ReactNode;
  /** Actions, the primary one last. */
  readonly children?: ReactNode;
}

export function PageHeader({ title, beside, about, children }: PageHeaderProps): JSX.Element {
  return (
    <div>
      <Group justify="space-between" gap="sm" mb={about ? 4 : 'sm'}>
        <Group gap="sm">
          <Title order={1} className="breaks">
            {title}
          </Title>
          {beside}
        </Group>
        {children && <Group gap="xs">{children}</Group>}
      </Group>
      {about && (
        <Text size="sm" c="dimmed" mb="sm">
          {about}
        </Text>
      )}
    </div>
  );
}

/** The pages that share a title, as tabs. */
export function Tabs({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly (readonly [to: string, label: ReactNode])[];
}): JSX.Element {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(([to, text]) => (
        <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
