import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { isAbsent } from '../api/client';
import { MissingFile } from '../api/load';
import { pathIn, usePlace } from './place';

interface TroubleProps {
  readonly error: unknown;
  /** The noun in "Couldn't load payments". */
  readonly what?: string;
  /** Replaces "Couldn't load …". */
  readonly title?: string;
}

/** An error of the data of a page or a part, which stays where it is. */
export function Trouble({ error, what = 'this page', title }: TroubleProps): JSX.Element {
  return (
    <Alert
      color="red"
      title={title ?? (isAbsent(error) ? 'Not found' : `Couldn't load ${what}`)}
      role="alert"
      className="breaks"
    >
      {messageOf(error)}
    </Alert>
  );
}

interface ObjectTroubleProps {
  readonly error: unknown;
  readonly what: string;
  /** The path of its list, and the plural of what it lists. */
  readonly list: readonly [path: string, plural: string];
}

/** An error of an object. One that does not exist leads to the list of its kind. */
export function ObjectTrouble({ error, what, list: [path, plural] }: ObjectTroubleProps): JSX.Element {
  const place = usePlace();
  return (
    <Stack gap="sm" mb="sm">
      <Trouble error={error} what={what} />
      {isAbsent(error) && (
        <Text size="sm">
          <Link to={pathIn(place, path)}>Show all {plural}</Link>
        </Text>
      )}
    </Stack>
  );
}

export function messageOf(error: unknown): string {
  // As `fetch` fails without an answer; its message differs by browser.
  if (error instanceof TypeError) return "Tollgate doesn't answer.";
  return error instanceof Error ? error.message : String(error);
}

export function NotFound(): JSX.Element {
  const place = usePlace();
  return (
    <Stack py="xl">
      <Title order={1}>Page not found</Title>
      <Text>
        This page doesn't exist. <Link to={pathIn(place)}>Go to sandbox "{place.name}"</Link>
      </Text>
    </Stack>
  );
}

export function SandboxNotFound(): JSX.Element {
  const { name, mode } = usePlace();
  return (
    <Stack py="xl">
      <Title order={1}>Sandbox not found</Title>
      <Text className="breaks">
        There is no sandbox "{name}", or it was deleted.{' '}
        <Link to={pathIn({ name: 'default', mode }, '/sandboxes')}>Show all sandboxes</Link>
      </Text>
    </Stack>
  );
}

interface PageTroubleProps {
  readonly error: unknown;
  readonly reset: () => void;
}

/** Replaces a page that failed. */
export function PageTrouble({ error, reset }: PageTroubleProps): JSX.Element {
  return (
    <Stack align="flex-start">
      <Trouble error={error} />
      <Button
        size="xs"
        variant="default"
        onClick={error instanceof MissingFile ? () => location.reload() : reset}
      >
        Load again
      </Button>
    </Stack>
  );
}
