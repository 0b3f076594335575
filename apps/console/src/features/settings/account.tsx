import { Paper, Skeleton, Stack, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import { answerOf, api, type Schemas } from '../../api/client';
import { Json } from '../../ui/json';
import { ListTable } from '../../ui/list-table';
import { pathIn, usePlace } from '../../ui/place';
import { Trouble } from '../../ui/trouble';
import { labelOf } from '../../ui/words';
import { SettingsTabs } from './settings';

type Shown = Pick<
  Schemas['Account'],
  'id' | 'email' | 'country' | 'currency' | 'supported_currencies' | 'api_version' | 'webhook_uri'
>;

/** The merchant's account and its payment methods, as the emulated API shows them. */
export function Account(): JSX.Element {
  const { name, mode } = usePlace();
  const params = { path: { name, mode } };
  const account = useQuery({
    queryKey: ['account', name, mode],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/api/{mode}/account', { params })),
  });
  const capability = useQuery({
    queryKey: ['capability', name, mode],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/api/{mode}/capability', { params })),
  });
  return (
    <>
      <SettingsTabs />
      <Stack>
        {account.error && <Trouble error={account.error} what="the account" />}
        {!account.data && !account.error && <Skeleton h={200} />}
        {account.data && <Details account={account.data} />}
        {capability.error && <Trouble error={capability.error} what="payment methods" />}
        {capability.data && (
          <>
            <ListTable
              label="Payment methods"
              heads={['Payment method', 'Code', 'Currencies']}
              extra={['Code']}
            >
              {capability.data.payment_methods.map((method) => (
                <Table.Tr key={method.name}>
                  <Table.Td>{labelOf(method.name)}</Table.Td>
                  <Table.Td ff="monospace" className="extra">
                    {method.name}
                  </Table.Td>
                  <Table.Td>{method.currencies.join(', ')}</Table.Td>
                </Table.Tr>
              ))}
            </ListTable>
            {account.data && <Json of={account.data} label="Account as JSON" />}
            <Json of={capability.data} label="Payment methods as JSON" />
          </>
        )}
      </Stack>
    </>
  );
}

function Details({ account }: { readonly account: Shown }): JSX.Element {
  const place = usePlace();
  const rows: readonly (readonly [label: string, value: ReactNode])[] = [
    ['ID', account.id],
    ['Email', account.email],
    ['Country', account.country],
    ['Currency', account.currency],
    ['Supported currencies', account.supported_currencies.join(', ')],
    ['API version', account.api_version],
    [
      'Webhook URL',
      <Link to={pathIn(place, '/settings')}>{account.webhook_uri ?? 'Set the webhook URL'}</Link>,
    ],
  ];
  return (
    <Paper withBorder p="md">
      <Table className="stacks" fz="sm" withRowBorders={false} verticalSpacing={4}>
        <Table.Tbody>
          {rows.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Td w={180} c="dimmed">
                {label}
              </Table.Td>
              <Table.Td className="breaks">{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}
