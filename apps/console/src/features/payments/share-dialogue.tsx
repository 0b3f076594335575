import { Button, Checkbox, Code, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type JSX, type ReactNode } from 'react';
import { Refusal } from '../../api/client';
import { useOrderKey } from '../../lists/order-key';
import { useCopy } from '../../ui/copy-text';
import { WithCurl } from '../../ui/curl';
import { orderKeyOf } from '../../ui/order';
import { pathIn, sandboxPath, usePlace } from '../../ui/place';
import { sizeText } from '../../ui/size-text';
import { Trouble } from '../../ui/trouble';
import { isLoopback } from '../sandboxes/invitation-text';

interface ShareDialogueProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly id: string;
  readonly metadata: object;
}

/** The ways to hand a payment to a colleague: its page, its bundle, and the command that replays the bundle. */
export default function ShareDialogue({ isOpen, onClose, id, metadata }: ShareDialogueProps): JSX.Element {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Share payment"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="lg">
        <PageLink id={id} />
        <Bundle id={id} metadata={metadata} />
        <Command id={id} />
      </Stack>
    </Modal>
  );
}

function Part({
  title,
  about,
  children,
}: {
  readonly title: string;
  readonly about: ReactNode;
  readonly children: ReactNode;
}): JSX.Element {
  return (
    <Stack gap={6} component="section" aria-label={title}>
      <Title order={3} size="sm">
        {title}
      </Title>
      <Text size="sm" c="dimmed">
        {about}
      </Text>
      {children}
    </Stack>
  );
}

interface CopiedProps {
  readonly text: string;
  /** A verb and a noun. */
  readonly label: string;
  readonly hasFocus?: boolean;
}

function Copied({ text, label, hasFocus }: CopiedProps): JSX.Element {
  const { isCopied, copy } = useCopy();
  return (
    <Group gap="xs" align="flex-start">
      <Code block className="breaks" flex="1 1 280px" style={{ whiteSpace: 'pre-wrap' }}>
        {text}
      </Code>
      <Button
        size="xs"
        variant="default"
        style={{ flexShrink: 0 }}
        onClick={() => copy(text)}
        data-autofocus={hasFocus || undefined}
      >
        {isCopied ? 'Copied' : label}
      </Button>
    </Group>
  );
}

function PageLink({ id }: { readonly id: string }): JSX.Element {
  const link = `${location.origin}/#${pathIn(usePlace(), `/payments/${id}`)}`;
  return (
    <Part
      title="Link"
      about={
        isLoopback(link)
          ? 'Opens this page on this machine only: its address is a loopback address.'
          : 'Opens this page for everyone with access to this Tollgate.'
      }
    >
      <Copied text={link} label="Copy link" hasFocus />
    </Part>
  );
}

function Bundle({ id, metadata }: Pick<ShareDialogueProps, 'id' | 'metadata'>): JSX.Element {
  const { name } = usePlace();
  const [chosenKey] = useOrderKey();
  const [isPersonal, setIsPersonal] = useState(false);
  const orderKey = orderKeyOf(metadata, chosenKey);
  const path = bundlePath(name, id, orderKey, isPersonal);
  const bundle = useQuery({ queryKey: ['bundle', path], queryFn: () => read(path), gcTime: 0 });
  const url = useObjectUrl(bundle.data);
  const size = bundle.data && ` · ${sizeText(bundle.data.size)}`;
  return (
    <Part
      title="Bundle"
      about="A file with this payment, its webhooks as they were sent, and its timeline. A colleague drops it into the console of another Tollgate."
    >
      <Checkbox
        size="sm"
        label="Include personal data"
        description={isPersonal ? INCLUDED : leftOut(orderKey)}
        checked={isPersonal}
        onChange={({ currentTarget: { checked } }) => setIsPersonal(checked)}
      />
      {bundle.error && <Trouble error={bundle.error} title="Couldn't save the bundle" />}
      <WithCurl call={{ method: 'GET', path }}>
        {url === undefined ? (
          <Button size="xs" loading={bundle.isPending} disabled>
            Download bundle
          </Button>
        ) : (
          <Button size="xs" component="a" href={url} download={fileName(id)}>
            Download bundle{size}
          </Button>
        )}
      </WithCurl>
    </Part>
  );
}

const INCLUDED =
  'The file has the names, addresses, descriptions and metadata of the payment. It has no keys. Responses of your endpoints are included as they were sent.';

/** The data that a bundle without personal data lacks (docs/bundles.md). */
function leftOut(orderKey: string | undefined): string {
  const kept = orderKey === undefined ? '' : ` except "${orderKey}"`;
  return `Replaced by "removed" or left out: names, e-mail and postal addresses, phone numbers, IP addresses, descriptions, messages, metadata${kept}, dispute files and your endpoint's responses. Amounts, states, times and last digits of cards stay.`;
}

function bundlePath(name: string, id: string, orderKey: string | undefined, isPersonal: boolean): string {
  const query = new URLSearchParams({
    object: id,
    ...(orderKey !== undefined && { order_key: orderKey }),
    ...(isPersonal && { without_personal_data: 'false' }),
  });
  return `${sandboxPath({ name })}/bundle?${query.toString()}`;
}

async function read(path: string): Promise<Blob> {
  const response = await fetch(path);
  if (response.ok) return response.blob();
  const { code = 'unknown', message = response.statusText } = (await response.json()) as {
    code?: string;
    message?: string;
  };
  throw new Refusal(response.status, code, message);
}

/** An address of the page for the file, until it is replaced. */
function useObjectUrl(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return undefined;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return url;
}

function fileName(id: string): string {
  return `${id}.tollgate`;
}

/** The webhook URL of a shop in development, which the user replaces. */
const SHOP = 'http://127.0.0.1:3000/webhooks';

function Command({ id }: { readonly id: string }): JSX.Element {
  return (
    <Part
      title="Command"
      about="Creates a sandbox from the file and sends its webhooks to a shop. Replace the URL by the shop's."
    >
      <Copied text={`npx tollgate bundle replay ${fileName(id)} --to ${SHOP}`} label="Copy command" />
    </Part>
  );
}
