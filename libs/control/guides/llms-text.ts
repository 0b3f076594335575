import type { Settings } from '#platform/config/settings.js';
import { VERSION } from '#platform/process/version.js';
import type { GuideSection } from './guide-pages.js';

type Addresses = Pick<Settings, 'baseUrl' | 'vaultUrl' | 'payUrl' | 'controlUrl'>;

/** The index of the guides in the format of llmstxt.org, with this installation's version and addresses. */
export function llmsText(
  summary: string,
  sections: readonly GuideSection[],
  { baseUrl, vaultUrl, payUrl, controlUrl }: Addresses,
): string {
  const listed = sections.map(({ title, guides }) => {
    const lines = guides.map(
      (guide) => `- [${guide.title}](${controlUrl}/docs/${guide.path}): ${guide.description}`,
    );
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  return `# Tollgate ${VERSION}

> ${summary}

The API is at ${baseUrl}, the vault (tokens) at ${vaultUrl}, the payment pages at ${payUrl}, and the control API at ${controlUrl}.
The guides have the default addresses and keys; \`tollgate sandbox create\` prints those of a new sandbox.

## Reference

- [OpenAPI document of the emulated API](${baseUrl}/openapi.json): Every operation, parameter, field and error code
- [OpenAPI document of the control API](${controlUrl}/openapi.json): Sandboxes, clock, webhooks, faults, exams, timeline and their commands

${listed.join('\n')}`;
}
