import { Button, Code, Group, SegmentedControl } from '@mantine/core';
import { useState, type JSX } from 'react';
import type { Schemas } from '../../api/client';
import { Copy } from '../../ui/copy';
import { maskedKey } from '../../ui/masked-key';
import { usePlace } from '../../ui/place';
import { Wide } from '../../ui/wide';
import { CLIENT_SNIPPETS } from './client-snippets';

/** The first request, and how client libraries are set up. Keys are copied whole and shown masked. */
export function FirstRequest({
  sandbox: { urls, ...keys },
}: {
  readonly sandbox: Pick<Schemas['Sandbox'], 'urls' | 'test' | 'live'>;
}): JSX.Element {
  const { mode } = usePlace();
  const [isShown, setIsShown] = useState(false);
  const [client, setClient] = useState('cURL');
  const { public_key: publicKey, secret_key: secretKey } = keys[mode];
  const snippets: typeof CLIENT_SNIPPETS = {
    cURL: (filling) => `curl -s ${filling.api}/charges -u ${filling.secretKey}: \\
  -d amount=150000 -d currency=THB \\
  -d 'source[type]=mobile_banking_kbank' -d 'return_uri=${filling.pay}/shop?order=1042' -d 'metadata[order]=1042'`,
    ...CLIENT_SNIPPETS,
  };
  const text = (write: (key: string) => string): string =>
    snippets[client]?.({ ...urls, publicKey, secretKey: write(secretKey) }) ?? '';
  return (
    <>
      <Group justify="space-between">
        <Wide label="Libraries">
          <SegmentedControl
            size="xs"
            aria-label="Library"
            data={Object.keys(snippets)}
            value={client}
            onChange={setClient}
          />
        </Wide>
        <Button size="compact-sm" variant="subtle" onClick={() => setIsShown(!isShown)}>
          {isShown ? 'Hide keys' : 'Show keys'}
        </Button>
      </Group>
      <figure className="code">
        <figcaption>
          The first request
          <Copy text={text((key) => key)} label="Copy with keys" />
        </figcaption>
        <Code block className="scrolls breaks" tabIndex={0} role="region" aria-label="The first request">
          {text((key) => (isShown ? key : maskedKey(key)))}
        </Code>
      </figure>
    </>
  );
}
