import { request as send } from 'undici';
import type { Request } from 'express';
import { accepted, type ControlAnswer, type ControlCalls, type SentParameters } from './tool.js';

/** Headers by which the guard finds the caller, and accepts the host. */
const FORWARDED = ['authorization', 'cookie', 'host'] as const;

/** Calls of this host by the caller of a request, at the address where the request arrived. */
export class OwnCalls implements ControlCalls {
  private readonly origin: string;

  constructor(
    private readonly req: Request,
    /** The `Tollgate-Client`. */
    private readonly client: string,
    private readonly signal: AbortSignal,
  ) {
    const { localAddress = '127.0.0.1', localPort } = req.socket;
    this.origin = `http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
  }

  async json<Answer>(method: string, path: string, sent?: SentParameters): Promise<Answer> {
    return JSON.parse(accepted(await this.answer(method, path, sent))) as Answer;
  }

  async text(path: string): Promise<string> {
    return accepted(await this.answer('GET', path));
  }

  async answer(
    method: string,
    path: string,
    { query = {}, body }: SentParameters = {},
  ): Promise<ControlAnswer> {
    const url = new URL(`${this.origin}${path}`);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, value);
    const answer = await send(url, {
      method: method as 'GET',
      signal: this.signal,
      headers: {
        accept: 'application/json',
        'tollgate-client': this.client,
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
    return {
      status: answer.statusCode,
      type: answer.headers['content-type']?.toString(),
      text: await answer.body.text(),
    };
  }
}
