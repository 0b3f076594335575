import { Alert, Button, List, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import { answerOf, api, type Schemas } from '../api/client';
import { usePlace } from '../app/place';
import { Trouble } from '../ui/trouble';
import { checkSignature } from './signature';

/** Verifies the signature of an attempt with the sandbox's secret. */
export function SignatureCheck({ attempt, body }: { readonly attempt: Schemas['Attempt']; readonly body: string }): JSX.Element | null {
  const { name } = usePlace();
  const [isAsked, setIsAsked] = useState(false);
  const { headers, number } = attempt;
  const checked = useQuery({
    queryKey: ['signature', name, attempt.delivery, number, body],
    enabled: isAsked && headers !== null,
    queryFn: async () => {
      const sandbox = await answerOf(api.GET('/api/sandboxes/{name}', { params: { path: { name } } }));
      return checkSignature(headers ?? {}, body, sandbox.webhook_secret);
    },
  });
  if (headers === null) return null;
  if (!isAsked)
    return (
      <Button size="compact-xs" variant="subtle" w="fit-content" onClick={() => setIsAsked(true)}>
        Verify signature
      </Button>
    );
  if (checked.error) return <Trouble error={checked.error} what="the signature check" />;
  if (!checked.data) return <Skeleton h={120} />;
  const { steps, isGenuine } = checked.data;
  return (
    <Stack gap="xs">
      <List type="ordered" size="sm">
        {steps.map(({ what, gives }) => (
          <List.Item key={what}>
            {what}
            <Text ff="monospace" size="xs" c="dimmed" className="breaks">
              {gives.length > 300 ? `${gives.slice(0, 300)}…` : gives}
            </Text>
          </List.Item>
        ))}
      </List>
      {isGenuine === undefined ? (
        <Text size="sm">Can't verify here. Browsers allow this only on localhost or HTTPS.</Text>
      ) : (
        <Alert color={isGenuine ? 'green' : 'red'}>
          {isGenuine ? 'Signature valid' : 'Signature invalid: your endpoint should reject it'}
        </Alert>
      )}
    </Stack>
  );
}
