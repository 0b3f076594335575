import { Clock } from '#platform/clock/clock.js';
import { runOnce } from '#platform/process/run-process.js';
import { findCertificates } from '#platform/tls/certificate-files.js';

/**
 * Run once before a proxy that serves the names with TLS (docker/names.yml): finds or makes their
 * certificates in `DATA_DIR/tls`.
 */
await runOnce(async ({ dataDir, tlsNames }) => {
  const { authorityFile } = await findCertificates(dataDir, tlsNames, new Clock().machineNow());
  console.log(`Certificates for ${tlsNames.join(', ')}, signed by ${authorityFile}`);
});
