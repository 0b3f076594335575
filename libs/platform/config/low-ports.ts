import { readFileSync } from 'node:fs';

/** The default of the first unprivileged port. */
const USUAL_FIRST_PORT = 1_024;

/** True if this process may listen on a privileged port, such as 443. */
export function mayListenOn(port: number): boolean {
  return process.platform === 'win32' || process.getuid?.() === 0 || port >= firstPortForAll();
}

function firstPortForAll(): number {
  try {
    return Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8'));
  } catch {
    return USUAL_FIRST_PORT;
  }
}
