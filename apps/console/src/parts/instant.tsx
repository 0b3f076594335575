import type { JSX } from 'react';

const FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** A moment in the reader's time zone; the exact one is in its title. With `machineAt`, where the sandbox's time is another, both. */
export function Instant({ at, machineAt }: { readonly at: string; readonly machineAt?: string | undefined }): JSX.Element {
  const isMoved = machineAt !== undefined && Math.abs(Date.parse(at) - Date.parse(machineAt)) > 2_000;
  return (
    <time dateTime={at} title={isMoved ? `${at} in the sandbox, ${machineAt} on the machine` : at}>
      {FORMAT.format(new Date(at))}
      {isMoved && <small> (machine: {FORMAT.format(new Date(machineAt))})</small>}
    </time>
  );
}
