import { randomBytes } from 'node:crypto';
import { GenericContainer, TestContainers, Wait, type StartedTestContainer } from 'testcontainers';
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.js';

/** docs/ci.md says how it is built. */
const IMAGE = 'tollgate-all-in-one';
const PORTS = { api: 7400, vault: 7401, pay: 7402, control: 7403 } as const;
/** By this name containers reach ports of the host that were exposed to them. */
const HOST_NAME = 'host.testcontainers.internal';
const START_MS = 120_000;

/** Which image is started, and what it may reach. */
export interface ContainerOptions {
  readonly image?: string;
  /** Ports of the host on which receivers of webhooks listen: the container is to reach them. */
  readonly receivers?: readonly number[];
  /** More settings of Tollgate, by their names. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A Tollgate in a container, on ports that were free. */
export class TollgateContainer {
  private constructor(
    private readonly container: StartedTestContainer,
    /** Opens its control host. */
    readonly token: string,
  ) {}

  /** Starts one, and waits until it is ready. */
  static async start({ image = IMAGE, receivers = [], environment = {} }: ContainerOptions = {}): Promise<TollgateContainer> {
    const { CONTROL_TOKEN: token = randomBytes(24).toString('hex') } = environment;
    // Before the container is made: only then it knows the host.
    if (receivers.length > 0) await TestContainers.exposeHostPorts(...receivers);
    const container = await new GenericContainer(image)
      .withExposedPorts(...Object.values(PORTS))
      .withEnvironment({ HOST: '0.0.0.0', VAULT_HOST: '0.0.0.0', CONTROL_HOST: '0.0.0.0', ...environment, CONTROL_TOKEN: token })
      .withWaitStrategy(Wait.forHttp('/readyz', PORTS.control).forStatusCode(200))
      .withStartupTimeout(START_MS)
      .start();
    return new TollgateContainer(container, token);
  }

  /** For `TOLLGATE_CONTROL_URL`, where tests ask another way. */
  get controlUrl(): string {
    return this.urlOf('control');
  }

  /** A sandbox whose links and addresses lead to the ports of the host, wherever these are. */
  createSandbox({ settings, ...options }: SandboxOptions = {}): Promise<Sandbox> {
    const urls = { api: this.urlOf('api'), vault: this.urlOf('vault'), pay: this.urlOf('pay') };
    return createSandbox({ ...options, controlUrl: this.controlUrl, token: this.token, settings: { urls, ...settings } });
  }

  /** The address of a receiver on the host as the container sees it: `http://127.0.0.1:3000/webhooks` of `3000` and `/webhooks`. */
  receiverUrl(port: number, path = '/'): string {
    return `http://${HOST_NAME}:${port}${path}`;
  }

  async stop(): Promise<void> {
    await this.container.stop();
  }

  private urlOf(host: keyof typeof PORTS): string {
    return `http://${this.container.getHost()}:${this.container.getMappedPort(PORTS[host])}`;
  }
}
