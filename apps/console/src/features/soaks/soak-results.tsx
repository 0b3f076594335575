import { Text } from '@mantine/core';
import type { JSX } from 'react';
import { Facts } from '../../ui/facts';
import { MachineTime } from '../../ui/machine-time';
import { PageHeader } from '../../ui/page-header';
import { Part } from '../../ui/part';
import { usePlace } from '../../ui/place';
import { Status } from '../../ui/status';
import { StartRun, StopRun } from '../shops/run-actions';
import { RunState } from '../shops/run-state';
import { bodyOf, commandOf, isByCaller } from '../shops/shop-words';
import { useParameters } from './soak-behaviours';
import { FoundPart } from './soak-finding';
import { outcomeOf, repeatOf, stateOf, type Soak } from './soak-words';

/** The state of a soak, its actions and what it found. */
export function SoakResults({ soak }: { readonly soak: Soak }): JSX.Element {
  const { name } = usePlace();
  const parameters = useParameters(soak);
  const { finding, unused, played, orders, plan } = soak;
  return (
    <>
      <Head soak={soak} />
      <RunState
        kind="soak"
        run={soak}
        progress={{ label: 'Played orders', value: played, max: orders }}
        // A plan is repeated from the bundle of its finding.
        command={plan ? undefined : commandOf('soak', name, parameters)}
      >
        {stateOf(soak)}
      </RunState>
      {finding && <FoundPart soak={soak} finding={finding} />}
      <Part title="Parameters">
        <Facts
          of={[
            ['Seed', <code key="seed">{soak.seed}</code>],
            ['Orders', plan ? 'Those of the finding that is repeated' : orders.toLocaleString('en')],
            ['Time limit', soak.for],
            ['Behaviours', parameters.behaviours === '' ? 'All' : <Names key="names" of={soak.behaviours} />],
            ['Probe URL', soak.probe],
            ['Checkout URL', soak.checkout],
            ['Order key', <code key="key">{soak.order_key}</code>],
            ['Fields', <Names key="fields" of={soak.expect} />],
            ['Settle time', soak.settle],
          ]}
        />
      </Part>
      {unused.length > 0 && (
        <Part title="Behaviours that were not used">
          {unused.map(({ name: one, why }) => (
            <Text key={one} size="sm">
              <code>{one}</code>: {why}
            </Text>
          ))}
        </Part>
      )}
    </>
  );
}

function Head({ soak }: { readonly soak: Soak }): JSX.Element {
  const { receiver, machine_at: at, status, finding, plan } = soak;
  const parameters = useParameters(soak);
  return (
    <PageHeader
      title="Soak"
      beside={<Status of={outcomeOf(soak)} />}
      about={
        <span className="breaks">
          {receiver} · <MachineTime at={at} />
        </span>
      }
    >
      {status === 'running' ? (
        <StopRun kind="soak" run={soak} />
      ) : (
        <>
          <StartRun
            kind="soak"
            body={plan ? repeatOf(parameters, plan) : bodyOf(parameters)}
            disabled={isByCaller(soak)}
          >
            Run soak again
          </StartRun>
          {finding && !plan && (
            <StartRun kind="soak" body={repeatOf(parameters, finding.plan)} disabled={isByCaller(soak)}>
              Repeat this finding
            </StartRun>
          )}
        </>
      )}
    </PageHeader>
  );
}

function Names({ of }: { readonly of: readonly string[] }): JSX.Element {
  return <code className="breaks">{of.join(', ')}</code>;
}
