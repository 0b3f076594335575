import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { JSX } from 'react';

/** Leads to the same list without its text and filters. */
export function ClearFilters(): JSX.Element {
  const navigate = useNavigate();
  return (
    <Button size="xs" variant="default" onClick={() => void navigate({ to: '.', search: {} })}>
      Clear filters
    </Button>
  );
}
