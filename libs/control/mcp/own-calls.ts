import { request as send } from 'undici';
import type { Request } from 'express';
import type { ControlCalls, SentParameters } from './tool.js';

/** Headers by which the guard finds the caller, and accepts the host. */
const FORWARDED = ['authorization', 'cookie', 'host'] as const;
const NOT_OK = 300;

/** Calls of this host by the caller of a request, at the address where the request arrived. */
export class OwnCalls implements ControlCalls {
  private readonly origin: string;

  constructor(
    private readonly req: Request,
    private readonly signal: AbortSignal,
  ) {
    const { localAddress = '127.0.0.1', localPort } = req.socket;
    this.origin = `http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
  }

  async json<Answer>(
    method: string,
    path: string,
    { query = {}, body }: SentParameters = {},
  ): Promise<Answer> {
    const url = new URL(`${this.origin}${path}`);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, value);
    return JSON.parse(await this.ask(method, url, body)) as Answer;
  }

  text(path: string): Promise<string> {
    return this.ask('GET', new URL(`${this.origin}${path}`));
  }

  private async ask(method: string, url: URL, body?: object): Promise<string> {
    const answer = await send(url, {
      method: method as 'GET',
      signal: this.signal,
      headers: {
        accept: 'application/json',
        ...Object.fromEntries(
          FORWARDED.flatMap((name) => {
            const value = this.req.headers[name];
            return value === undefined ? [] : [[name, value]];
          }),
        ),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    if (answer.statusCode < NOT_OK) return text;
    const { message, code } = JSON.parse(text) as { message: string; code: string };
    throw new Error(`${message} (${code})`);
  }
}
