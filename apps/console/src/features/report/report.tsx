import { Group, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { answerOf, api, whileStale, type Schemas } from '../../api/client';
import { Copy } from '../../ui/copy';
import { Facts } from '../../ui/facts';
import { PageHeader } from '../../ui/page-header';
import { Part } from '../../ui/part';
import { usePlace } from '../../ui/place';
import { Status } from '../../ui/status';
import { fullTime } from '../../ui/time-text';
import type { Tone } from '../../ui/tone';
import { Trouble } from '../../ui/trouble';
import { ObjectLink } from '../../lists/cells';
import './report.css';

type Report = Schemas['Report'];
type Situation = Schemas['Situation'];

const STATES: Readonly<Record<Situation['state'], readonly [label: string, tone: Tone]>> = {
  checked: ['Checked', 'good'],
  unchecked: ['Not checked', 'waiting'],
  never: ['Never met', 'neutral'],
};
/** A report reads the whole history of its sandbox. */
const REFRESH_MS = 10_000;

/** The situations that a suite has met, and advice from what the shop did. */
export function ReportPage(): JSX.Element {
  const { name } = usePlace();
  const report = useQuery({
    queryKey: ['report', name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/report', { params: { path: { name } } })),
    refetchInterval: whileStale(REFRESH_MS),
  });
  return (
    <Stack>
      <PageHeader
        title="Report"
        about="Situations of a shop that your tests have met in test mode, and whether the shop noticed. tollgate exec --report has the same for a whole suite."
      />
      {report.error && <Trouble error={report.error} what="report" />}
      {!report.data && !report.error && <Skeleton h={480} />}
      {report.data && <Sections report={report.data} />}
    </Stack>
  );
}

function Sections({ report }: { readonly report: Report }): JSX.Element {
  const { counts, percent, situations, advice, gap } = report;
  const groups = [...new Set(situations.map(({ group }) => group))];
  return (
    <Stack>
      <div>
        <Text size="sm" mb={4}>
          {situations.length} situations: {counts.checked} checked ({percent} %), {counts.unchecked} not
          checked, {counts.never} never met
        </Text>
        <Progress.Root size="lg">
          <Progress.Section value={percent} color="green" aria-label="Checked situations" />
        </Progress.Root>
      </div>
      {gap && (
        <Text size="sm">Older requests, payments or webhooks were deleted and are not in the report.</Text>
      )}
      {advice.length > 0 && (
        <Part title="Advice">
          <Stack gap="sm">
            {advice.map((one) => (
              <AdviceCard key={one.name} advice={one} />
            ))}
          </Stack>
        </Part>
      )}
      {groups.map((group) => (
        <Part key={group} title={group}>
          {situations
            .filter((one) => one.group === group)
            .map((one) => (
              <SituationRow key={one.name} situation={one} />
            ))}
        </Part>
      ))}
    </Stack>
  );
}

function AdviceCard({
  advice: { title, why, count, findings },
}: {
  readonly advice: Schemas['Advice'];
}): JSX.Element {
  const place = usePlace();
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Text size="sm" c="dimmed">
        {why}
      </Text>
      <ul className="findings">
        {findings.map(({ text, entry, object_id: id }) => (
          <li key={entry}>
            <span className="breaks">{text}</span> {id !== null && <ObjectLink id={id} place={place} />}
          </li>
        ))}
        {count > findings.length && <li>{count - findings.length} more</li>}
      </ul>
    </div>
  );
}

/** A situation as a row; one that was never met opens with the ways to meet it. */
function SituationRow({
  situation: { name, title, state, count, object_id: id, at, command, helper },
}: {
  readonly situation: Situation;
}): JSX.Element {
  const place = usePlace();
  const [label, tone] = STATES[state];
  const head = (
    <>
      <Status of={state} label={label} tone={tone} />
      <span>
        {title}{' '}
        <Text span size="xs" c="dimmed" ff="monospace">
          {name}
        </Text>
      </span>
    </>
  );
  if (state !== 'never')
    return (
      <div className="situation">
        {head}
        <Text size="xs" c="dimmed" title={at === null ? undefined : fullTime(at)}>
          {count}× {id !== null && <ObjectLink id={id} place={place} />}
        </Text>
      </div>
    );
  return (
    <details className="situation">
      <summary>{head}</summary>
      <Facts
        of={[
          ['Command', <Snippet key="command" label="Copy command" text={command} />],
          ['Test helper', <Snippet key="helper" label="Copy test helper" text={helper} />],
        ]}
      />
    </details>
  );
}

function Snippet({ text, label }: { readonly text: string; readonly label: string }): JSX.Element {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <pre className="snippet">{text}</pre>
      <Copy text={text} label={label} />
    </Group>
  );
}
