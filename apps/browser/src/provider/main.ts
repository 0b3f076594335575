// Runs in /provider of the vault, in a hidden frame of a shop's page (docs/fidelity.md BL7).
import { answerTo } from './calls.js';
import { readConnection, type Connection } from './connection.js';

const connection = readConnection(location.search);
if (connection && window.parent !== window) serve(window.parent, connection);

/** Answers calls of the parent page only. */
function serve(page: Window, { origin, channel }: Connection): void {
  const prefix = `${channel} `;
  const answer = async (text: string): Promise<void> => {
    const answered = await answerTo(text);
    if (answered !== undefined) page.postMessage(prefix + answered, origin);
  };
  window.addEventListener('message', ({ source, origin: sender, data }: MessageEvent<unknown>) => {
    const isCall =
      source === page && sender === origin && typeof data === 'string' && data.startsWith(prefix);
    if (isCall) void answer(data.slice(prefix.length));
  });
  page.postMessage(`${channel}-ready`, origin);
}
