import { Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState, type JSX } from 'react';
import type { Schemas } from '../../api/client';
import { ActionButton } from '../../ui/action-button';
import { Form } from '../../ui/form';
import { sandboxPath, usePlace } from '../../ui/place';
import { ScenarioResult } from './scenario-result';
import { scenarioTitle } from './scenario-words';

/** The parameters of scenarios with the defaults of the API. */
const FIELDS: Readonly<Record<string, readonly [label: string, placeholder: string]>> = {
  order: ['Order', 'generated'],
  amount: ['Amount in the smallest unit', '100000'],
  currency: ['Currency', 'THB'],
  source_type: ['Payment method', 'promptpay'],
  failure_code: ['Failure code', 'payment_rejected'],
  limit: ['Requests per second', '5'],
};

interface ScenarioDialogueProps {
  readonly scenario: Schemas['Scenario'];
  readonly order: string;
  readonly onClose: () => void;
}

/** The parameters of a scenario, its steps and its result. */
export default function ScenarioDialogue({
  scenario: { name, description, parameters },
  order,
  onClose,
}: ScenarioDialogueProps): JSX.Element {
  const base = sandboxPath(usePlace());
  const [values, setValues] = useState<Readonly<Record<string, string>>>({ order });
  const [run, setRun] = useState<Schemas['ScenarioRun']>();
  const title = scenarioTitle(name);
  const sent = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const call = (more: object) => ({
    method: 'POST' as const,
    path: `${base}/scenarios/${name}/run`,
    body: { ...sent, ...more },
  });
  const onDone = (answer: unknown): void => setRun(answer as Schemas['ScenarioRun']);
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Form>
        <Stack>
          <Text size="sm">{description}</Text>
          <Group>
            {Object.entries(FIELDS)
              .filter(([parameter]) => parameters.includes(parameter))
              .map(([parameter, [label, placeholder]]) => (
                <TextInput
                  key={parameter}
                  size="xs"
                  label={label}
                  placeholder={placeholder}
                  value={values[parameter] ?? ''}
                  onChange={({ currentTarget: { value } }) =>
                    setValues((now) => ({ ...now, [parameter]: value }))
                  }
                />
              ))}
          </Group>
          <Group>
            <ActionButton
              call={call({ dry_run: true })}
              done="Nothing was run: these are the steps"
              onDone={onDone}
            >
              Preview steps
            </ActionButton>
            <ActionButton
              type="submit"
              variant="filled"
              call={call({})}
              done={values['order'] ? `${title}: order ${values['order']} is done` : `${title}: done`}
              onDone={onDone}
            >
              Run scenario
            </ActionButton>
          </Group>
          {run && <ScenarioResult run={run} />}
        </Stack>
      </Form>
    </Modal>
  );
}
