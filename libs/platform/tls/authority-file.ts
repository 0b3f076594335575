import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { SettingError } from '../config/setting-error.js';

/**
 * The PEM text of a file with certificates. Throws {@link SettingError} where it cannot be read, or has none.
 */
export function readAuthorities(setting: string, file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    // Throws unless it begins with a certificate.
    new X509Certificate(text);
    return text;
  } catch (error) {
    throw new SettingError(
      setting,
      `must be a file with PEM certificates, not ${file}: ${(error as Error).message}`,
    );
  }
}

/** The certificates that the servers of shops may be signed with; `undefined`: those of Node. */
export function webhookAuthorities(file: string | undefined): string[] | undefined {
  return file === undefined ? undefined : [...rootCertificates, readAuthorities('WEBHOOK_CA_FILE', file)];
}
