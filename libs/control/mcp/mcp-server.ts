import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { mcpClient } from '#engine/audit/acting-client.js';
import type { ControlCalls } from './tool.js';
import { INSTRUCTIONS, TOOLS } from './tools.js';

/**
 * An MCP server whose tools ask the control API, in the name of the client as far as it is known: over HTTP,
 * clients of the protocol of 2025 name themselves in another request. The library makes errors of tools their
 * results.
 */
export function makeMcpServer(callsAs: (client: string) => ControlCalls, version: string): McpServer {
  const server = new McpServer({ name: 'tollgate', version }, { instructions: INSTRUCTIONS });
  for (const tool of TOOLS) {
    const { name, description, inputSchema, isReadOnly } = tool;
    server.registerTool(
      name,
      {
        description,
        inputSchema: fromJsonSchema<object>(inputSchema),
        annotations: { readOnlyHint: isReadOnly, openWorldHint: false },
      },
      async (given) => {
        const calls = callsAs(mcpClient(server.server.getClientVersion()));
        return { content: [{ type: 'text', text: await tool.run(calls, given) }] };
      },
    );
  }
  return server;
}
