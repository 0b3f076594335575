import './header-table.css';
import { Text } from '@mantine/core';
import type { JSX } from 'react';

/** The headers of a request or a response. */
export function HeaderTable({
  label,
  headers,
}: {
  readonly label: string;
  readonly headers: object | null;
}): JSX.Element {
  if (headers === null) return <Text size="sm">The headers were not stored.</Text>;
  return (
    <table className="headers" aria-label={label}>
      <tbody>
        {Object.entries(headers).map(([name, value]: [string, string | string[]]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{[value].flat().join(', ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
