import type { JSX } from 'react';
import { usePlace } from '../app/place';
import { GetStarted } from '../parts/get-started';
import { PageHeader } from '../ui/page-header';

export function Start(): JSX.Element {
  const { name, mode } = usePlace();
  return (
    <>
      <PageHeader title="Get started" />
      <GetStarted key={`${name} ${mode}`} />
    </>
  );
}
