import { Button, CopyButton, Group, Popover, Stack, Text, UnstyledButton, type ButtonProps } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type JSX, type ReactNode } from 'react';
import { SESSION } from '../api/client';
import { curlOf, make, openingOf, type ControlCall } from '../api/curl';
import { Trouble } from '../app/trouble';

interface ActProps extends ButtonProps {
  readonly call: ControlCall;
  readonly children: ReactNode;
  readonly onDone?: (answer: unknown) => void;
  /** For what cannot be undone: it is done at the second click. */
  readonly isAskedTwice?: boolean;
}

/** A button that makes a call of the control API, beside the same call as a command. What is shown is asked for anew once it is done. */
export function Act({ call, children, onDone, isAskedTwice = false, ...button }: ActProps): JSX.Element {
  const queries = useQueryClient();
  const [isSure, setIsSure] = useState(!isAskedTwice);
  const act = useMutation({
    mutationFn: () => make(call),
    onSuccess: async (answer) => {
      // It may lead elsewhere: what is left need not be asked for anew.
      onDone?.(answer);
      await queries.invalidateQueries();
    },
  });
  const press = (): void => {
    if (isSure) act.mutate();
    setIsSure(!isAskedTwice || !isSure);
  };
  return (
    <Stack gap={4}>
      <Group gap={2} wrap="nowrap">
        <Button size="xs" variant="default" loading={act.isPending} onClick={press} onBlur={() => setIsSure(!isAskedTwice)} {...button}>
          {children}
          {isAskedTwice && isSure && ': click again to do it'}
        </Button>
        <Curl call={call} />
      </Group>
      {act.error && <Trouble error={act.error} />}
    </Stack>
  );
}

/** Shows a call as a command, to copy. */
function Curl({ call }: { readonly call: ControlCall }): JSX.Element {
  const session = useQuery(SESSION);
  const command = curlOf(call, session.data ? openingOf(session.data) : 'none');
  return (
    <Popover width={420} withArrow trapFocus>
      <Popover.Target>
        <UnstyledButton fz="xs" c="dimmed" px={6} aria-label="The same as a command">
          $_
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Text ff="monospace" fz="xs" className="breaks">
          {command}
        </Text>
        <CopyButton value={command}>
          {({ copied, copy }) => (
            <Button size="compact-xs" mt="xs" variant="light" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Popover.Dropdown>
    </Popover>
  );
}
