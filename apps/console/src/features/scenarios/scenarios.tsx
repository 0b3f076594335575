import { Button, Group, Paper, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type JSX } from 'react';
import { answerOf, api, type Schemas } from '../../api/client';
import { loading } from '../../api/load';
import { ScenarioResult } from './scenario-result';
import { SCENARIO_GROUPS, scenarioTitle } from './scenario-words';
import { ActionButton } from '../../ui/action-button';
import { Form } from '../../ui/form';
import { PageHeader } from '../../ui/page-header';
import { sandboxPath, usePlace } from '../../ui/place';
import { Trouble } from '../../ui/trouble';

type Scenario = Schemas['Scenario'];

const ScenarioDialogue = lazy(loading(() => import('./scenario-dialogue')));

/** Whole stories of a payment, each played by one button. */
export function Scenarios(): JSX.Element {
  const [order, setOrder] = useState('');
  const [customized, setCustomized] = useState<Scenario>();
  const scenarios = useQuery({
    queryKey: ['scenarios'],
    queryFn: () => answerOf(api.GET('/api/scenarios')),
    staleTime: Infinity,
  });
  const all = scenarios.data?.data ?? [];
  const known = SCENARIO_GROUPS.flatMap(([, names]) => names);
  const groups = [
    ...SCENARIO_GROUPS,
    ['Other', all.map(({ name }) => name).filter((name) => !known.includes(name))] as const,
  ];
  return (
    <Stack>
      <PageHeader
        title="Scenarios"
        about="Each scenario creates charges in test mode, moves the clock and adds faults, with all events and webhooks."
      />
      <Form>
        <Stack>
          <TextInput
            size="xs"
            label="Order"
            description="Written to metadata.order of the charges; generated if empty. Enter runs the first scenario."
            value={order}
            onChange={(event) => setOrder(event.currentTarget.value)}
            maw={420}
          />
          {scenarios.error && <Trouble error={scenarios.error} what="scenarios" />}
          {!scenarios.data && !scenarios.error && <Skeleton h={240} />}
          {groups.map(([group, names]) => {
            const ofGroup = all.filter(({ name }) => names.includes(name));
            if (ofGroup.length === 0) return null;
            return (
              <Stack key={group} gap="xs">
                <Title order={2}>{group}</Title>
                <div className="columns broad">
                  {ofGroup.map((scenario) => (
                    <ScenarioCard
                      key={scenario.name}
                      scenario={scenario}
                      order={order}
                      onCustomize={() => setCustomized(scenario)}
                    />
                  ))}
                </div>
              </Stack>
            );
          })}
        </Stack>
      </Form>
      {customized && (
        <Suspense>
          <ScenarioDialogue scenario={customized} order={order} onClose={() => setCustomized(undefined)} />
        </Suspense>
      )}
    </Stack>
  );
}

interface ScenarioCardProps {
  readonly scenario: Scenario;
  readonly order: string;
  readonly onCustomize: () => void;
}

function ScenarioCard({
  scenario: { name, description },
  order,
  onCustomize,
}: ScenarioCardProps): JSX.Element {
  const place = usePlace();
  const [result, setResult] = useState<Schemas['ScenarioRun']>();
  const title = scenarioTitle(name);
  return (
    <Paper withBorder p="sm" role="group" aria-label={title}>
      <Stack gap="xs" h="100%" justify="space-between">
        <div>
          <Text size="sm" fw={600}>
            {title}
          </Text>
          <Text size="xs" c="dimmed" className="breaks">
            {description}
          </Text>
        </div>
        <Group gap="xs">
          <ActionButton
            type="submit"
            call={{
              method: 'POST',
              path: `${sandboxPath(place)}/scenarios/${name}/run`,
              body: order === '' ? {} : { order },
            }}
            done={order === '' ? `${title}: done` : `${title}: order ${order} is done`}
            onDone={(run) => setResult(run as Schemas['ScenarioRun'])}
          >
            Run scenario
          </ActionButton>
          <Button size="xs" variant="subtle" onClick={onCustomize}>
            Customize…
          </Button>
        </Group>
        {result && <ScenarioResult run={result} />}
      </Stack>
    </Paper>
  );
}
