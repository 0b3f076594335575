import type { Command } from 'commander';
import type { ControlCalls, SentParameters } from '#control/mcp/tool.js';
import { asking, withCommon, type CommonOptions } from '../common.js';
import type { Control, Sent } from '../control.js';
import { VERSION } from '#platform/process/version.js';

/** Standard input and output carry the protocol; the program ends with its input. */
export function addMcp(program: Command): void {
  withCommon(
    program
      .command('mcp')
      .description('Serves the tools of Tollgate to a coding agent, by the Model Context Protocol on stdio.'),
    { hasSandbox: false },
  ).action(async (options: CommonOptions) => {
    const { control } = asking(options);
    const [{ serveStdio }, { makeMcpServer }] = await Promise.all([
      import('@modelcontextprotocol/server/stdio'),
      import('#control/mcp/mcp-server.js'),
    ]);
    serveStdio(() => makeMcpServer((client) => callsOf(control, client), VERSION));
  });
}

function callsOf(control: Control, client: string): ControlCalls {
  const sent = ({ query = {}, body }: SentParameters = {}): Sent => ({
    query: new URLSearchParams(
      Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    headers: { 'tollgate-client': client, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return {
    json: (method, path, given) => control.json(method, path, sent(given)),
    text: async (path) => (await control.ask('GET', path, sent())).text(),
    answer: async (method, path, given) => {
      const answer = await control.send(method, path, sent(given));
      const type = answer.headers.get('content-type') ?? undefined;
      return { status: answer.status, type, text: await answer.text() };
    },
  };
}
