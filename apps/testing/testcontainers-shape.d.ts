// The used part of the package `testcontainers`, which users install themselves. It is not a dependency of
// this repository.
declare module 'testcontainers' {
  export class GenericContainer {
    constructor(image: string);
    withExposedPorts(...ports: number[]): this;
    withEnvironment(environment: Record<string, string>): this;
    withWaitStrategy(strategy: HttpWaitStrategy): this;
    withStartupTimeout(milliseconds: number): this;
    start(): Promise<StartedTestContainer>;
  }
  export interface StartedTestContainer {
    getHost(): string;
    getMappedPort(port: number): number;
    stop(): Promise<unknown>;
  }
  export interface HttpWaitStrategy {
    forStatusCode(status: number): this;
  }
  export const Wait: { forHttp(path: string, port: number): HttpWaitStrategy };
  export const TestContainers: { exposeHostPorts(...ports: number[]): Promise<void> };
}
