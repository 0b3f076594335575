import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { useOwnGateway } from './harness.js';
import { actingClients, askTool, payAndReadWebhook } from './mcp-walk.js';
import { useReceiver } from './receiver.js';

const TOKEN = 'a-token-that-nobody-guesses';
const gateway = useOwnGateway({ CONTROL_TOKEN: TOKEN });
const receiver = useReceiver();

async function connect(env: Readonly<Record<string, string>>): Promise<Client> {
  const client = new Client({ name: 'spec', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join('dist', 'apps', 'cli', 'main.js'), 'mcp'],
      env: { PATH: process.env['PATH'] ?? '', TOLLGATE_CONTROL_URL: gateway.settings.controlUrl, ...env },
    }),
  );
  return client;
}

describe('tollgate mcp', () => {
  it('makes a charge, pays it and reads its webhook', async () => {
    const client = await connect({ CONTROL_TOKEN: TOKEN });
    expect(client.getServerVersion()).toMatchObject({ name: 'tollgate' });
    const sandbox = await payAndReadWebhook(client, receiver);
    expect(await actingClients(gateway, TOKEN, sandbox)).toEqual(['mcp spec/1', 'mcp spec/1']);
    await client.close();
  });

  it('returns the refusal of the control API without a token', async () => {
    const client = await connect({});
    const { isError, text } = await askTool(client, 'sandbox', { action: 'create' });
    expect([isError, text]).toEqual([
      true,
      expect.stringContaining('send the control token as a bearer token'),
    ]);
    await client.close();
  });

  it('says how to reach a Tollgate that does not answer', async () => {
    const client = await connect({ TOLLGATE_CONTROL_URL: 'http://127.0.0.1:9' });
    const { isError, text } = await askTool(client, 'read_docs', {});
    expect([isError, text]).toEqual([true, expect.stringContaining('run "tollgate start"')]);
    await client.close();
  });
});
