export interface ServerSentEvent {
  readonly id: string | undefined;
  readonly data: string;
}

/** The events of a stream, as they come. What only keeps the connection alive has no data. */
export async function* eventsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = parts.pop() ?? '';
    yield* parts.map(eventOf);
  }
}

function eventOf(text: string): ServerSentEvent {
  const field = (name: string): string[] =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trimStart());
  return { id: field('id')[0], data: field('data').join('\n') };
}
