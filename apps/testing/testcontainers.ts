import { randomBytes } from 'node:crypto';
import { GenericContainer, TestContainers, Wait, type StartedTestContainer } from 'testcontainers';
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.js';

/** Built as docs/ci.md describes. */
const IMAGE = 'tollgate-all-in-one';
const PORTS = { api: 7400, vault: 7401, pay: 7402, control: 7403 } as const;
/** The host's name for containers. */
const HOST_NAME = 'host.testcontainers.internal';
const START_MS = 120_000;

/** Options of the container. */
export interface ContainerOptions {
  readonly image?: string;
  /** Ports of webhook receivers on the host, which the container can then reach. */
  readonly receivers?: readonly number[];
  /** Additional settings of Tollgate. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A Tollgate in a container, on free ports. */
export class TollgateContainer {
  private constructor(
    private readonly container: StartedTestContainer,
    /** Its control token. */
    readonly token: string,
  ) {}

  /** Starts a container and waits until it is ready. */
  static async start({
    image = IMAGE,
    receivers = [],
    environment = {},
  }: ContainerOptions = {}): Promise<TollgateContainer> {
    const { CONTROL_TOKEN: token = randomBytes(24).toString('hex') } = environment;
    // Must precede the container's creation.
    if (receivers.length > 0) await TestContainers.exposeHostPorts(...receivers);
    const container = await new GenericContainer(image)
      .withExposedPorts(...Object.values(PORTS))
      .withEnvironment({
        HOST: '0.0.0.0',
        VAULT_HOST: '0.0.0.0',
        CONTROL_HOST: '0.0.0.0',
        ...environment,
        CONTROL_TOKEN: token,
      })
      .withWaitStrategy(Wait.forHttp('/readyz', PORTS.control).forStatusCode(200))
      .withStartupTimeout(START_MS)
      .start();
    return new TollgateContainer(container, token);
  }

  /** For `TOLLGATE_CONTROL_URL`, if tests use another client. */
  get controlUrl(): string {
    return this.urlOf('control');
  }

  /** Creates a sandbox whose links and addresses use the mapped ports of the host. */
  createSandbox({ settings, ...options }: SandboxOptions = {}): Promise<Sandbox> {
    const urls = { api: this.urlOf('api'), vault: this.urlOf('vault'), pay: this.urlOf('pay') };
    return createSandbox({
      ...options,
      controlUrl: this.controlUrl,
      token: this.token,
      settings: { urls, ...settings },
    });
  }

  /** The address at which the container reaches a receiver on the host: port `3000` and path `/webhooks`. */
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
