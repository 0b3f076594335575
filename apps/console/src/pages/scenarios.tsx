import { Group, Paper, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import { answerOf, api, type Schemas } from '../api/client';
import { sandboxPath, usePlace } from '../app/place';
import { Related } from '../parts/related';
import { Act } from '../ui/act';
import { Json } from '../ui/json';
import { PageHeader } from '../ui/page-header';
import { Trouble } from '../ui/trouble';
import { labelOf } from '../ui/words';

type Scenario = Schemas['Scenario'];

/** Whole stories of a payment, made by one button each. */
export function Scenarios(): JSX.Element {
  const [order, setOrder] = useState('');
  const scenarios = useQuery({ queryKey: ['scenarios'], queryFn: () => answerOf(api.GET('/api/scenarios')), staleTime: Infinity });
  return (
    <>
      <PageHeader title="Scenarios" about="Each scenario creates charges, moves the clock and sets faults until its story has happened." />
      <TextInput
        size="xs"
        label="Order"
        description="Written to metadata.order of the charges; generated if empty"
        value={order}
        onChange={(event) => setOrder(event.currentTarget.value)}
        maw={320}
        mb="md"
      />
      {scenarios.error && <Trouble error={scenarios.error} what="scenarios" />}
      <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }}>
        {scenarios.data?.data.map((scenario) => (
          <ScenarioCard key={scenario.name} scenario={scenario} order={order} />
        ))}
      </SimpleGrid>
    </>
  );
}

function ScenarioCard({ scenario, order }: { readonly scenario: Scenario; readonly order: string }): JSX.Element {
  const place = usePlace();
  const [result, setResult] = useState<unknown>();
  const title = labelOf(scenario.name.replaceAll('-', '_'));
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Title order={2}>{title}</Title>
        <Text size="sm" className="breaks">
          {scenario.description}
        </Text>
        <Text size="xs" c="dimmed" className="breaks">
          {scenario.steps.join(' → ')}
        </Text>
        <Group>
          <Act
            call={{
              method: 'POST',
              path: `${sandboxPath(place)}/scenarios/${scenario.name}/run`,
              body: order === '' ? {} : { order },
            }}
            done={`${title}: done`}
            onDone={setResult}
          >
            {`Run ${scenario.name}`}
          </Act>
        </Group>
        {result !== undefined && (
          <>
            <Related to="" of={result} />
            <Json of={result} label="Result" />
          </>
        )}
      </Stack>
    </Paper>
  );
}
