import './soaks.css';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState, type JSX } from 'react';
import { WithCurl } from '../../ui/curl';
import { IdLink } from '../../ui/id-link';
import { Json } from '../../ui/json';
import { Part } from '../../ui/part';
import { pathIn, sandboxPath, usePlace } from '../../ui/place';
import { labelOf } from '../../ui/words';
import { Exchanges } from '../shops/exchanges';
import { commandOf, shopParametersOf } from '../shops/shop-words';
import type { Finding, Soak } from './soak-words';

interface FoundPartProps {
  readonly soak: Soak;
  readonly finding: Finding;
}

/** What a soak found: what happened, the charge that shows it, and the exchanges. */
export function FoundPart({ soak, finding }: FoundPartProps): JSX.Element {
  const { law, story, is_repeated: isRepeated, charge, entries } = finding;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Part title={labelOf(law)}>
      <Stack gap="sm">
        {!isRepeated && (
          <Alert color="yellow" title="It was not seen a second time">
            It may be a race, or depend on what your shop kept of earlier orders.
          </Alert>
        )}
        <ol className="soak-story" aria-label="What happened">
          {story.map((line, index) => (
            <li key={index}>{line}</li>
          ))}
        </ol>
        {charge !== null && <Charge id={charge} soak={soak} />}
        {entries.length > 0 && (
          <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
            <summary>Exchanges ({entries.length})</summary>
            {isOpen && <Exchanges of={entries} />}
          </details>
        )}
      </Stack>
    </Part>
  );
}

/** The charge, its bundle, and the command that repeats the finding from the bundle. */
function Charge({ id, soak }: { readonly id: string; readonly soak: Soak }): JSX.Element {
  const { name } = usePlace();
  const query = new URLSearchParams({ object: id, soak: soak.id, order_key: soak.order_key });
  const path = `${sandboxPath({ name })}/bundle?${query.toString()}`;
  const file = `${id}.tollgate`;
  return (
    <>
      <Group gap="sm">
        <Text size="sm">
          Charge: <IdLink id={id} to={pathIn({ name, mode: 'test' }, `/payments/${id}`)} />
        </Text>
        <WithCurl call={{ method: 'GET', path }}>
          <Button size="xs" variant="default" component="a" href={path} download={file}>
            Save bundle
          </Button>
        </WithCurl>
      </Group>
      <details>
        <summary>Repeat by command line</summary>
        <Json
          of={commandOf('soak', name, { ...shopParametersOf(soak), replay: file })}
          label="With the bundle"
        />
      </details>
    </>
  );
}
