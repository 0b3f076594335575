import { Group, Paper, Skeleton, Stack } from '@mantine/core';
import type { JSX } from 'react';

/** Steps of a usual payment, by the share of the width that their texts take. */
const STEPS = ['38%', '52%', '30%', '44%', '52%', '36%', '48%', '40%'];
const FACTS = [96, 72, 120, 88, 112, 64];

/** The shape of an object's page below its title: facts, actions, and the timeline beside the details. */
export function StorySkeleton(): JSX.Element {
  return (
    <Stack gap="sm">
      <Skeleton h={20} maw={480} />
      <Group gap="xs">
        <Skeleton h={30} w={104} />
        <Skeleton h={30} w={104} />
      </Group>
      <div className="with-side">
        <div>
          <Skeleton h={24} w={96} mb="xs" />
          <Paper withBorder p="sm">
            <Stack gap={26} py={6}>
              {STEPS.map((width, index) => (
                <Group key={index} wrap="nowrap" gap="md">
                  <Skeleton h={14} w={80} style={{ flexShrink: 0 }} />
                  <Skeleton h={14} w={width} />
                </Group>
              ))}
            </Stack>
          </Paper>
        </div>
        <Stack gap="sm">
          <Skeleton h={24} w={72} />
          {FACTS.map((width) => (
            <Group key={width} wrap="nowrap" gap="md">
              <Skeleton h={14} w={80} style={{ flexShrink: 0 }} />
              <Skeleton h={14} w={width} />
            </Group>
          ))}
        </Stack>
      </div>
    </Stack>
  );
}
