import { Alert, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import type { Schemas } from '../../api/client';
import { pageOf } from '../../lists/kinds';
import { IdLink } from '../../ui/id-link';
import { pathIn, usePlace, type Place } from '../../ui/place';
import { Status } from '../../ui/status';

/**
 * The steps of a run, each with a link to its object, the states of the objects and what is left to do. A dry
 * run has steps alone.
 */
export function ScenarioResult({ run }: { readonly run: Schemas['ScenarioRun'] }): JSX.Element {
  // Scenarios run in test mode.
  const place: Place = { ...usePlace(), mode: 'test' };
  const { order, steps, objects, faults, next, dry_run: isDryRun } = run;
  return (
    <div role="region" aria-label={isDryRun ? 'Preview' : 'Result'}>
      <Text size="xs" c="dimmed">
        order {order}
      </Text>
      <ol className="steps">
        {steps.map(({ step, object_id: id }, index) => {
          const page = id === null ? undefined : pageOf(id, place);
          return (
            <li key={`${step} ${index}`}>
              {step.charAt(0).toUpperCase() + step.slice(1)}{' '}
              {id !== null && page !== undefined && <IdLink id={id} to={page} />}
            </li>
          );
        })}
      </ol>
      {objects.length > 0 && (
        <Group gap="xs">
          {(objects as unknown as readonly { readonly id: string; readonly status?: string }[]).map(
            ({ id, status }) => (
              <Group key={id} gap={4}>
                <IdLink id={id} to={pageOf(id, place) ?? pathIn(place)} />
                {status && <Status of={status} />}
              </Group>
            ),
          )}
        </Group>
      )}
      {faults.length > 0 && (
        <Text size="xs">
          Active: <Link to={pathIn(place, '/faults')}>{faults.join(', ')}</Link>
        </Text>
      )}
      {next !== null && <Alert color="accent">{next}</Alert>}
    </div>
  );
}
