import { Group, Paper, Text, Title } from '@mantine/core';
import type { JSX } from 'react';
import { Copy } from '../../ui/copy';

/** Some of the test cards and the outcome of a charge on each. */
const CARDS = [
  ['4242424242424242', 'Visa', 'paid'],
  ['5555555555554444', 'Mastercard', 'paid'],
  ['3530111333300000', 'JCB', 'paid'],
  ['4111111111140011', 'Visa', 'insufficient_fund'],
  ['4111111111130012', 'Visa', 'stolen_or_lost_card'],
  ['4111111111120013', 'Visa', 'failed_processing'],
  ['4111111111110014', 'Visa', 'payment_rejected'],
  ['4111111111190016', 'Visa', 'failed_fraud_check'],
  ['4111111111180017', 'Visa', 'invalid_account_number'],
  ['4111111111160001', 'Visa', 'invalid_security_code'],
  ['4111111111150002', 'Visa', 'payment_rejected, 3-D Secure enrollment fails'],
  ['4111111111140003', 'Visa', 'payment_rejected, 3-D Secure validation fails'],
] as const;

export function TestCards(): JSX.Element {
  return (
    <Paper withBorder p="md">
      <Title order={2}>Test cards</Title>
      <Text size="sm" c="dimmed" my="xs">
        Use any name, security code and expiry date in the future.
      </Text>
      {CARDS.map(([number, brand, outcome]) => (
        <Group key={number} gap="xs" py={4} style={{ borderTop: '1px solid var(--line)' }}>
          <Group gap={4} w={210} wrap="nowrap">
            <Text size="sm" ff="monospace" className="whole">
              {number.replace(/(.{4})(?=.)/g, '$1 ')}
            </Text>
            <Copy text={number} label={`Copy ${number}`} />
          </Group>
          <Text size="sm" w={90} className="extra">
            {brand}
          </Text>
          <Text size="sm">{outcome}</Text>
        </Group>
      ))}
    </Paper>
  );
}
