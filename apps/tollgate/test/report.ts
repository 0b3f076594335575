import request from 'supertest';
import { until } from '#platform/testing/until.js';
import type { ReportView } from '#control/report/report.view.js';
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
