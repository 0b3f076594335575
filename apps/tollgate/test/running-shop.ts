import { spawn, type ChildProcess } from 'node:child_process';
import { end } from '../../../proof/rig/child.js';
import { endWithProgram } from '../../../proof/rig/at-exit.js';
import { steadyPort } from '../../../proof/rig/ports.js';
import { until } from '#platform/testing/until.js';
import { setFault } from './faults.js';
import type { Gateway } from './harness.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

interface Begun {
  readonly status: number;
  /** Absent from a response without a charge. */
  readonly id?: string;
  readonly [field: string]: unknown;
}

/** A copy of the example shop in its own process, with a sandbox whose webhooks it gets. */
export class RunningShop {
  private child?: ChildProcess;

  private constructor(
    readonly sandbox: Sandbox,
    private readonly file: string,
    private readonly port: number,
    private readonly ordersFile?: string,
  ) {}

  static async open(gateway: Gateway, file: string, ordersFile?: string): Promise<RunningShop> {
    const port = await steadyPort();
    const sandbox = await createSandbox(gateway, { webhook_uri: `http://127.0.0.1:${port}/webhooks` });
    return RunningShop.openIn(sandbox, file, port, ordersFile);
  }

  /** With a sandbox that may have another webhook URL. */
  static async openIn(
    sandbox: Sandbox,
    file: string,
    port: number,
    ordersFile?: string,
  ): Promise<RunningShop> {
    const shop = new RunningShop(sandbox, file, port, ordersFile);
    await shop.start();
    return shop;
  }

  /** Where an exam or a soak finds it. */
  get urls(): Readonly<Record<'receiver' | 'probe' | 'checkout', string>> {
    const order = this.url('{order}');
    return { receiver: `http://127.0.0.1:${this.port}/webhooks`, probe: order, checkout: order };
  }

  async start(): Promise<void> {
    const { body, gateway, secretKey } = this.sandbox;
    const child = spawn(process.execPath, [this.file], {
      env: {
        PORT: String(this.port),
        TOLLGATE_API_URL: gateway.settings.baseUrl,
        TOLLGATE_SECRET_KEY: secretKey,
        TOLLGATE_WEBHOOK_SECRET: body.webhook_secret,
        ...(this.ordersFile !== undefined && { ORDERS_FILE: this.ordersFile }),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    endWithProgram(child);
    this.child = child;
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await until(() => output.includes('open'), 'the shop does not open');
  }

  async kill(): Promise<void> {
    if (this.child) await end(this.child);
  }

  /** Begins the order, without a body unless there is a wish. */
  async begin(order: string, wish?: object): Promise<Begun> {
    const body = wish && { body: JSON.stringify(wish) };
    const response = await fetch(this.url(order), { method: 'POST', ...body });
    const text = await response.text();
    return { ...(text && (JSON.parse(text) as object)), status: response.status };
  }

  /** The order, once all webhooks have been delivered or given up. */
  async settled(order: string): Promise<object> {
    await control(this.sandbox.gateway)
      .get(`/api/sandboxes/${this.sandbox.name}/idle`)
      .query({ wait: '30s' })
      .expect(200);
    return this.order(order);
  }

  async order(order: string): Promise<object> {
    return (await (await fetch(this.url(order))).json()) as object;
  }

  /** The customer returns from the payment page. */
  async customerReturns(order: string): Promise<void> {
    await fetch(`${this.url(order)}/return`);
  }

  /** Plays the customer or the bank, such as `mark_as_paid`. */
  async act(charge: unknown, action: string): Promise<void> {
    await this.sandbox.post(`/charges/${String(charge)}/${action}`).expect(200);
  }

  async refund(charge: unknown, amount: number): Promise<void> {
    await this.sandbox.post(`/charges/${String(charge)}/refunds`, { amount }).expect(200);
  }

  async webhooks(change: 'hold' | 'release', body: object = {}): Promise<void> {
    const { gateway, name } = this.sandbox;
    await control(gateway).post(`/api/sandboxes/${name}/webhooks/${change}`).send(body).expect(200);
  }

  /** Sends the order's `charge.complete` again, this often at once. */
  async sendAgain(charge: unknown, times: number): Promise<void> {
    const { gateway, name } = this.sandbox;
    const path = `/api/sandboxes/${name}/deliveries`;
    const { body } = await control(gateway).get(path).query({ key: 'charge.complete' }).expect(200);
    const { data } = body as { data: { id: string; object_id: string }[] };
    const { id } = data.find((one) => one.object_id === charge) ?? {};
    const send = (): Promise<unknown> => control(gateway).post(`${path}/${id}/redeliver`).expect(200);
    await Promise.all(Array.from({ length: times }, send));
  }

  /** The next charge or schedule is made, and its answer lost. */
  async loseAnswer(route = 'POST /charges'): Promise<void> {
    await setFault(this.sandbox, { on: 'api', when: 'after', match: { route }, do: { disconnect: true } });
  }

  private url(order: string): string {
    return `http://127.0.0.1:${this.port}/orders/${order}`;
  }
}
