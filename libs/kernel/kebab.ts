/** `markAsPaid` is `mark-as-paid`, `webhook_uri` is `webhook-uri`. */
export function kebab(name: string): string {
  return name
    .replaceAll(/(?<=[a-z])([A-Z])/g, '-$1')
    .replaceAll(/[_\s.]+/g, '-')
    .toLowerCase();
}
