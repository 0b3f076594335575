import { Button, Group, Paper, Table, Title } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { placeOfObject } from '../timeline/entry';
import { advanceText } from '../../ui/advance';
import { IdLink } from '../../ui/id-link';
import { pathIn, usePlace } from '../../ui/place';
import { Status } from '../../ui/status';
import { Time } from '../../ui/time';
import { labelOf } from '../../ui/words';

interface AdvanceOutcomeProps {
  readonly advance: Schemas['Advance'];
  readonly onClose: () => void;
}

/** The events that ran, by kind, and those that did not. */
export function AdvanceOutcome({ advance, onClose }: AdvanceOutcomeProps): JSX.Element {
  const place = usePlace();
  const kinds = [...new Set(advance.happened.map(({ kind }) => kind))];
  return (
    <Paper withBorder p="sm" role="region" aria-label="What happened">
      <Group justify="space-between">
        <Title order={2}>{advanceText(advance)}</Title>
        <Button size="compact-sm" variant="subtle" onClick={onClose}>
          Hide
        </Button>
      </Group>
      {kinds.map((kind) => {
        const items = advance.happened.filter((item) => item.kind === kind);
        return (
          <Items key={kind} title={`${labelOf(kind)} · ${items.length}`}>
            {items.map((item, index) => (
              <Item
                key={`${item.object_id} ${item.at} ${index}`}
                at={item.at}
                id={item.object_id}
                to={
                  item.delivery === null
                    ? placeOfObject(item.object_id, place)
                    : pathIn(place, `/webhooks/${item.delivery}`)
                }
              >
                <Status of={item.outcome} />{' '}
                {[item.status, item.error].filter((part) => part !== null).join(' · ')}
              </Item>
            ))}
          </Items>
        );
      })}
      {advance.unfinished.length > 0 && (
        <Items title={`Skipped · ${advance.unfinished.length}`}>
          {advance.unfinished.map(({ at, kind, object_id: id, why }, index) => (
            <Item key={`${id} ${at} ${index}`} at={at} id={id} to={placeOfObject(id, place)}>
              {labelOf(kind)}: {why}
            </Item>
          ))}
        </Items>
      )}
    </Paper>
  );
}

function Items({ title, children }: { readonly title: string; readonly children: ReactNode }): JSX.Element {
  return (
    <>
      <Title order={3} mt="xs">
        {title}
      </Title>
      <Table fz="sm" verticalSpacing={4} withRowBorders={false}>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </>
  );
}

function Item({
  at,
  id,
  to,
  children,
}: {
  readonly at: string;
  readonly id: string;
  readonly to: string;
  readonly children: ReactNode;
}): JSX.Element {
  return (
    <Table.Tr>
      <Table.Td w={150}>
        <Time at={at} />
      </Table.Td>
      <Table.Td w={160}>
        <IdLink id={id} to={to} />
      </Table.Td>
      <Table.Td className="breaks">{children}</Table.Td>
    </Table.Tr>
  );
}
