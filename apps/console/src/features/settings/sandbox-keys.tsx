import { Button, Group, Table } from '@mantine/core';
import { useState, type JSX } from 'react';
import type { Schemas } from '../../api/client';
import { Copy } from '../../ui/copy';
import { Json } from '../../ui/json';
import { maskedKey } from '../../ui/masked-key';
import { usePlace, type Mode } from '../../ui/place';
import { CopyInvitation } from '../sandboxes/invitation';
import { Part } from '../../ui/part';

type Sandbox = Schemas['Sandbox'];

/** The keys of the present mode. The other mode's are a click on the mode away. */
export function SandboxKeys({ sandbox }: { readonly sandbox: Sandbox }): JSX.Element {
  const { mode } = usePlace();
  const [isShown, setIsShown] = useState(false);
  const { public_key: publicKey, secret_key: secretKey } = sandbox[mode];
  const rows = [
    ['Public key', publicKey, false],
    ['Secret key', secretKey, true],
    ['Webhook secret', sandbox.webhook_secret, true],
    ['API', sandbox.urls.api, false],
    ['Vault', sandbox.urls.vault, false],
    ['Payment pages', sandbox.urls.pay, false],
    ['Console', sandbox.console_url, false],
  ] as const;
  return (
    <Part title={`Keys of ${mode} mode`}>
      <Table fz="sm" className="stacks" withRowBorders={false} verticalSpacing={4}>
        <Table.Tbody>
          {rows.map(([label, value, isSecret]) => (
            <Table.Tr key={label}>
              <Table.Td w={140} c="dimmed">
                {label}
              </Table.Td>
              <Table.Td ff="monospace" className="breaks">
                {isSecret && !isShown ? maskedKey(value).replace(/^…$/, '••••••••') : value}{' '}
                <Copy text={value} label={`Copy ${label.toLowerCase()}`} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group my="sm" gap="xs">
        <Button size="xs" variant="default" onClick={() => setIsShown(!isShown)}>
          {isShown ? 'Hide keys' : 'Show keys'}
        </Button>
        <CopyInvitation sandbox={sandbox} />
      </Group>
      {isShown && <Json of={envOf(sandbox, mode)} label={`.env file of ${mode} mode`} />}
    </Part>
  );
}

/** The `.env` file with the keys of one mode, under the names that test keys have. */
function envOf({ env }: Sandbox, mode: Mode): string {
  const isLive = (line: string): boolean => line.startsWith('TOLLGATE_LIVE_');
  const lines = env.split('\n');
  if (mode === 'test') return lines.filter((line) => !isLive(line)).join('\n');
  const others = lines.filter((line) => !isLive(line) && !/^TOLLGATE_(PUBLIC|SECRET)_KEY=/.test(line));
  return [...lines.filter(isLive).map((line) => line.replace('LIVE_', '')), ...others].join('\n');
}
