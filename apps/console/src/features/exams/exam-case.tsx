import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import type { JSX } from 'react';
import type { Schemas } from '../../api/client';
import { Copy } from '../../ui/copy';
import { Json } from '../../ui/json';
import { usePlace } from '../../ui/place';
import { Status } from '../../ui/status';
import { Exchanges } from '../shops/exchanges';
import { commandOf, shopParametersOf } from '../shops/shop-words';
import type { Exam } from './exam-words';
import { RunAgain } from './run-exam-again';

type Result = Schemas['ExamResult'];

interface CaseProps {
  readonly exam: Exam;
  readonly result: Result;
  /** The verdict, or a word without one. */
  readonly state: string;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

/** A case as a row with its verdict; opened with its findings and exchanges. */
export function ExamCase({ exam, result, state, isOpen, onToggle }: CaseProps): JSX.Element {
  const { name, title, findings } = result;
  const reason = findings.find(({ verdict }) => verdict !== 'passed');
  return (
    <details
      className="exam-case"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => open !== isOpen && onToggle(open)}
    >
      <summary>
        <Status of={state} />
        <span>
          {title}{' '}
          <Text span size="xs" c="dimmed" ff="monospace">
            {name}
          </Text>
        </span>
        {reason && !isOpen && <span className="exam-reason">{reason.text}</span>}
      </summary>
      {isOpen && <Opened exam={exam} result={result} />}
    </details>
  );
}

function Opened({
  exam,
  result: { name, why, findings, entries },
}: Pick<CaseProps, 'exam' | 'result'>): JSX.Element {
  const { name: sandbox } = usePlace();
  const docs = `docs/exam-cases.md#${name}`;
  return (
    <Stack gap="sm" className="exam-opened">
      {findings.length > 0 && (
        <ul className="exam-findings" aria-label="Findings">
          {findings.map(({ verdict, text }, index) => (
            <li key={index}>
              <Status of={verdict} />
              <span className="breaks">{text}</span>
            </li>
          ))}
        </ul>
      )}
      <Text size="sm">
        <b>Why:</b> {why}
      </Text>
      <Group gap={4}>
        <Text size="sm" className="breaks">
          <b>Documentation:</b>{' '}
          <Anchor inherit href={`/${docs}`} target="_blank">
            {docs}
          </Anchor>
        </Text>
        <Copy text={docs} label="Copy path" />
      </Group>
      {entries.length > 0 && (
        <div>
          <Title order={2} size="h3" mb={4}>
            Exchanges
          </Title>
          <Exchanges of={entries} />
        </div>
      )}
      <Json
        of={commandOf('exam', sandbox, { ...shopParametersOf(exam), only: name })}
        label="Repeat this case"
      />
      <RunAgain exam={exam} only={[name]}>
        Run case again
      </RunAgain>
    </Stack>
  );
}
