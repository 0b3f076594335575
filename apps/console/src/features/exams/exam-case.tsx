import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import type { JSX } from 'react';
import type { Schemas } from '../../api/client';
import { Copy } from '../../ui/copy';
import { Json } from '../../ui/json';
import { usePlace } from '../../ui/place';
import { Status } from '../../ui/status';
import { clockText, fullTime } from '../../ui/time-text';
import { toneOfHttp } from '../../ui/tone';
import { labelOf } from '../../ui/words';
import { Body } from '../../ui/body';
import { BY_CALLER, commandOf, parametersOf, type Exam } from './exam-words';
import { HeaderTable } from '../../ui/header-table';
import { RunAgain } from './run-exam-again';

type Result = Schemas['ExamResult'];
type Entry = Schemas['ShopEntry'];
type Message = Schemas['ShopMessage'];

/** The characters of a body that are stored. */
const STORED = 4_096;

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
          <ol className="exam-entries">
            {entries.map((entry, index) => (
              <li key={index}>
                <Exchange of={entry} />
              </li>
            ))}
          </ol>
        </div>
      )}
      <Json of={commandOf(sandbox, parametersOf(exam, name))} label="Repeat this case" />
      <RunAgain exam={exam} only={[name]}>
        Run case again
      </RunAgain>
    </Stack>
  );
}

/** A step as a line, and an exchange with its request and its response on demand. */
function Exchange({ of }: { readonly of: Entry }): JSX.Element {
  const { kind, text, at, request, response, duration_ms: ms } = of;
  const line = (
    <span className="breaks">
      <time dateTime={at} title={`${fullTime(at)} on your machine\n${at}`} className="numbers whole">
        {clockText(new Date(at))}
      </time>{' '}
      <Text span size="xs" c="dimmed">
        {labelOf(kind)}
      </Text>{' '}
      {text} {response && <Response of={of} />}{' '}
      {ms !== null && <span className="numbers whole">{ms} ms</span>}
    </span>
  );
  if (request === null && response === null) return line;
  return (
    <details>
      <summary>{line}</summary>
      <Stack gap="xs" py="xs">
        {request?.line && (
          <Text size="sm" className="breaks">
            {request.line}
          </Text>
        )}
        {request && <Parts of={request} what="Request" />}
        {response && <Parts of={response} what="Response" />}
      </Stack>
    </details>
  );
}

/** The status. A caller answers without one. */
function Response({ of: { request, response } }: { readonly of: Entry }): JSX.Element | null {
  if (response?.status == null && request?.line?.endsWith(` ${BY_CALLER}`)) return null;
  return (
    <Status
      of="response"
      tone={toneOfHttp(response?.status)}
      label={String(response?.status ?? 'No response')}
    />
  );
}

function Parts({
  of: { headers, body },
  what,
}: {
  readonly of: Message;
  readonly what: string;
}): JSX.Element {
  const isCut = body !== null && body.length > STORED;
  return (
    <>
      {headers && (
        <details>
          <summary>{what} headers</summary>
          <HeaderTable label={`${what} headers`} headers={headers} />
        </details>
      )}
      {body !== null && (
        <Body text={body} label={`${what} body${isCut ? ' (first 4,096 characters)' : ''}`} />
      )}
    </>
  );
}
