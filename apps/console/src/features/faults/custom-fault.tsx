import { Group, Input, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState, type JSX } from 'react';
import { ActionButton } from '../../ui/action-button';
import { Form } from '../../ui/form';
import { sandboxPath, usePlace } from '../../ui/place';
import { FaultForm, type FaultDraft } from './fault-form';
import { useAddedFault } from './added-fault';
import { faultSentence, spacedDuration } from './fault-sentence';

/** The API's default. */
const TTL = '10m';

interface CustomFaultProps {
  readonly first: FaultDraft;
  readonly onClose: () => void;
}

/** A dialogue for a fault of one's own, as fields or as JSON, with its sentence. */
export default function CustomFault({ first, onClose }: CustomFaultProps): JSX.Element {
  const base = `${sandboxPath(usePlace())}/faults`;
  const [view, setView] = useState<'form' | 'json'>('form');
  const [text, setText] = useState(JSON.stringify(first, null, 2));
  const draft = objectIn(text);
  const added = useAddedFault();
  return (
    <Modal
      opened
      onClose={onClose}
      title="Custom fault"
      size="xl"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Form>
        <Stack>
          <SegmentedControl
            size="xs"
            aria-label="View"
            style={{ alignSelf: 'flex-start' }}
            data={[
              { value: 'form', label: 'Form' },
              { value: 'json', label: 'JSON' },
            ]}
            value={view}
            onChange={setView}
          />
          {view === 'form' ? (
            <FaultForm draft={draft ?? {}} onChange={(fault) => setText(JSON.stringify(fault, null, 2))} />
          ) : (
            <Input
              component="textarea"
              multiline
              aria-label="JSON"
              ff="monospace"
              rows={12}
              value={text}
              onChange={({ currentTarget: { value } }) => setText(value)}
              onBlur={() => draft && setText(JSON.stringify(draft, null, 2))}
              error={draft === undefined}
            />
          )}
          <Group
            justify="space-between"
            py="xs"
            bg="var(--mantine-color-body)"
            style={{ position: 'sticky', bottom: 0, zIndex: 1 }}
          >
            <Text size="sm" style={{ flex: '1 1 240px' }} data-testid="fault-sentence">
              {draft
                ? `${faultSentence(draft)} Removed after ${spacedDuration(typeof draft['ttl'] === 'string' ? draft['ttl'] : TTL)} of real time.`
                : 'Invalid JSON'}
            </Text>
            <ActionButton
              type="submit"
              variant="filled"
              call={{ method: 'POST', path: base, body: draft ?? {} }}
              done={added}
              onDone={onClose}
              disabled={draft === undefined}
            >
              Add fault
            </ActionButton>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}

function objectIn(text: string): FaultDraft | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as FaultDraft) : undefined;
  } catch {
    return undefined;
  }
}
