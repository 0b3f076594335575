import { useMediaQuery } from '@mantine/hooks';

/** True in a window as narrow as a phone. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
}
