import './mantine-styles';
import './console.css';
import { MantineProvider } from '@mantine/core';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Refusal, SESSION } from './api/client';
import { prefetchAll } from './api/load';
import { router } from './app/router';
import { theme } from './theme';

/** After a 401 the session is read again, and the page asks the user to sign in. */
const onRefusal = (error: Error): void => {
  if (error instanceof Refusal && error.status === 401) void queries.invalidateQueries(SESSION);
};

const queries = new QueryClient({
  queryCache: new QueryCache({ onError: onRefusal }),
  defaultOptions: {
    queries: { retry: (failures, error) => failures < 1 && !(error instanceof Refusal), staleTime: 2_000 },
  },
});

const stop = router.subscribe('onResolved', () => {
  stop();
  void prefetchAll(() => queries.isFetching() > 0);
});

/** The page allows styles that carry its nonce, and no others that are made by script. */
const nonce = (): string => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

// The code that locks scrolling behind a dialogue looks for the nonce here.
(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = nonce();

const container = document.getElementById('console');
if (!container) throw new Error('index.html has no element with the id console');
createRoot(container).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={nonce}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
