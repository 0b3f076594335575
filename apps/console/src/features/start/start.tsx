import type { JSX } from 'react';
import { GetStarted } from './get-started';
import { PageHeader } from '../../ui/page-header';

export function Start(): JSX.Element {
  return (
    <>
      <PageHeader title="Get started" />
      <GetStarted />
    </>
  );
}
