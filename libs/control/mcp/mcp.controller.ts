import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { Request as HttpRequest, Response as HttpResponse } from 'express';
import { endingOf } from '#platform/http/ending-signal.js';
import { VERSION } from '#platform/process/version.js';
import { ForAnyCaller } from '../access/control-access.js';
import { OwnCalls } from './own-calls.js';

/**
 * The Model Context Protocol over HTTP, for coding agents (docs/agents.md). Its tools are calls of the control
 * API by the same caller.
 * @host control
 * @tag MCP
 */
@Controller('mcp')
@ForAnyCaller()
export class McpController {
  /**
   * Send a message of the Model Context Protocol, in the transport "streamable HTTP". There are no sessions.
   * @answers 200 application/json text/event-stream
   * @answers 202
   * @answers 400 application/json
   * @answers 406 application/json
   * @answers 415 application/json
   */
  @Post()
  send(@Req() req: HttpRequest, @Res() res: HttpResponse): Promise<void> {
    return serve(req, res);
  }

  /**
   * Refuse a stream of the Model Context Protocol: there are no sessions.
   * @answers 405 application/json
   */
  @Get()
  open(@Req() req: HttpRequest, @Res() res: HttpResponse): Promise<void> {
    return serve(req, res);
  }
}

/** The library is loaded by the first message: most installations never get one. */
async function serve(req: HttpRequest, res: HttpResponse): Promise<void> {
  const [{ createMcpHandler }, { makeMcpServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./mcp-server.js'),
  ]);
  const signal = endingOf(res);
  const handler = createMcpHandler(() =>
    makeMcpServer((client) => new OwnCalls(req, client, signal), VERSION),
  );
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) headers.set(name, String(value));
  const request = new Request(`http://${req.headers.host}/mcp`, { method: req.method, headers, signal });
  try {
    const answer = await handler.fetch(request, { parsedBody: req.body as unknown });
    res.status(answer.status).set(Object.fromEntries(answer.headers));
    if (answer.body === null) res.end();
    else await pipeline(Readable.fromWeb(answer.body), res);
  } finally {
    await handler.close();
  }
}
