import { createHmac } from 'node:crypto';
import request from 'supertest';
import { until } from '#platform/testing/until.js';
import type { ReportView } from '#control/report/report.view.js';
import type { Receiver } from './receiver.js';
import { control, type Sandbox } from './sandbox.js';

/** The report of a sandbox whose webhooks have been sent and whose requests are logged. */
export async function reportOf(sandbox: Sandbox, query: object = {}): Promise<ReportView> {
  await control(sandbox.gateway)
    .get(`/api/sandboxes/${sandbox.name}/idle`)
    .query({ wait: '30s' })
    .expect(200);
  await untilLogged(sandbox);
  const { body } = await control(sandbox.gateway)
    .get(`/api/sandboxes/${sandbox.name}/report`)
    .query(query)
    .expect(200);
  return body as ReportView;
}

/** The names of the situations in these states. */
export function namesOf({ situations }: ReportView, ...states: readonly string[]): string[] {
  return situations.filter(({ state }) => states.includes(state)).map(({ name }) => name);
}

/** A customer's answer on the page of a charge. */
export function onPage(page: string, form: object): request.Test {
  return request(page).post('').redirects(0).type('form').send(form);
}

/** Requests are logged in the order in which they end: once this one is, all before it are. */
async function untilLogged(sandbox: Sandbox): Promise<void> {
  const { headers } = await sandbox.get('/account');
  const isLogged = async (): Promise<boolean> => {
    const { body } = await control(sandbox.gateway)
      .get(`/api/sandboxes/${sandbox.name}/requests`)
      .query({ before: 'end', path: '/account' });
    return (body as { data: { request_id: string }[] }).data.some(
      ({ request_id: id }) => id === headers['x-request-id'],
    );
  };
  await until(isLogged, 'the request is not logged');
}

const MAX_AGE_S = 300;

/** Answers 401 to webhooks of a sandbox with a wrong signature, or one of an hour ago. */
export function rejectInvalid(receiver: Receiver, sandbox: Sandbox): void {
  const secret = Buffer.from(sandbox.body.webhook_secret, 'base64');
  receiver.answer(({ headers, text }, response) => {
    const timestamp = String(headers['omise-signature-timestamp']);
    const right = createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex');
    const isRecent = Math.abs(Date.now() / 1_000 - Number(timestamp)) < MAX_AGE_S;
    response.writeHead(isRecent && headers['omise-signature'] === right ? 200 : 401).end();
  });
}
