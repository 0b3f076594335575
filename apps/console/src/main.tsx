import '@mantine/core/styles.css';
import './console.css';
import { createTheme, defaultVariantColorsResolver, MantineProvider } from '@mantine/core';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Refusal, SESSION } from './api/client';
import { router } from './app/router';

/** After a 401 the session is read again, and the page asks the user to sign in. */
const onRefusal = (error: Error): void => {
  if (error instanceof Refusal && error.status === 401) void queries.invalidateQueries(SESSION);
};

const queries = new QueryClient({
  queryCache: new QueryCache({ onError: onRefusal }),
  defaultOptions: { queries: { retry: (failures, error) => failures < 1 && !(error instanceof Refusal), staleTime: 2_000 } },
});
const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 9, dark: 4 },
  autoContrast: true,
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Small text in a colour on a tint of the same colour is hard to read.
  variantColorResolver: (input) => ({
    ...defaultVariantColorsResolver(input),
    ...(input.variant === 'light' && { color: 'var(--mantine-color-text)' }),
  }),
});

/** The page allows styles that carry its nonce, and no others that are made by script. */
const nonce = (): string => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

// So does what keeps the page from being scrolled behind a dialogue, which looks for it here.
(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = nonce();

const place = document.getElementById('console');
if (!place) throw new Error('The page has no place for the console');
createRoot(place).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={nonce}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
