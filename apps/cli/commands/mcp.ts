import type { Command } from 'commander';
import type { ControlCalls } from '#control/mcp/tool.js';
import { asking, withCommon, type CommonOptions } from '../common.js';
import type { Control, Sent } from '../control.js';
import { VERSION } from '../version.js';

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
    serveStdio(() => makeMcpServer(callsOf(control), VERSION));
  });
}

function callsOf(control: Control): ControlCalls {
  return {
    json: (method, path, { query = {}, body } = {}) =>
      control.json(method, path, {
        query: new URLSearchParams(
          Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
        ),
        ...(body && sentAsJson(body)),
      }),
    text: async (path) => (await control.ask('GET', path)).text(),
  };
}

function sentAsJson(body: object): Sent {
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}
