import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { BookIcon, ChevronDownIcon, ChevronRightIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type JSX } from 'react';
import { make } from '../api/curl';
import { useSandboxStatus } from '../ui/sandbox-status';
import { PAGE_GROUPS, type Page } from './pages';

interface NavigationProps {
  readonly base: string;
  readonly current: Page | undefined;
  readonly onGo: () => void;
}

const FOLDED = 'Objects';

/** The pages in groups; the group of objects is closed until it is opened or holds the current page. */
export function Navigation({ base, current, onGo }: NavigationProps): JSX.Element {
  const [isOpen, setIsOpen] = useLocalStorage({ key: 'tollgate-objects-open', defaultValue: false });
  const root = useQuery({
    queryKey: ['root'],
    queryFn: () => make({ method: 'GET', path: '/' }) as Promise<{ docs_url: string }>,
    staleTime: Infinity,
  });
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <nav ref={nav} aria-label="Main navigation">
      {PAGE_GROUPS.map(({ label, pages }) => {
        const isFolded = label === FOLDED && !isOpen && !(current && pages.includes(current));
        return (
          <div key={label}>
            {label === FOLDED ? (
              <UnstyledButton
                className="nav-group"
                w="100%"
                aria-expanded={!isFolded}
                onClick={() => setIsOpen(!isOpen)}
              >
                <span className="nav-label">{label}</span>{' '}
                {isFolded ? <ChevronRightIcon size={12} /> : <ChevronDownIcon size={12} />}
              </UnstyledButton>
            ) : (
              label && (
                <div className="nav-group">
                  <span className="nav-label">{label}</span>
                </div>
              )
            )}
            {!isFolded &&
              pages.map((page) => (
                <Link
                  key={page.path}
                  className="nav-entry"
                  to={`${base}${page.path}`}
                  activeOptions={{ exact: true }}
                  aria-current={page === current ? 'page' : undefined}
                  aria-keyshortcuts={page.key && `g ${page.key}`}
                  onClick={onGo}
                >
                  <page.icon size={16} />
                  <span className="nav-label">{page.label}</span>
                  <Count path={page.path} />
                </Link>
              ))}
          </div>
        );
      })}
      {root.data && (
        <a className="nav-entry" href={root.data.docs_url} target="_blank" rel="noreferrer">
          <BookIcon size={16} />
          <span className="nav-label">API reference ↗</span>
        </a>
      )}
    </nav>
  );
}

/** The webhooks being retried and the active faults, which are seen from every page. */
function Count({ path }: { readonly path: string }): JSX.Element | null {
  const status = useSandboxStatus();
  const [count, noun] =
    path === '/webhooks'
      ? [status?.webhooks.retrying, 'retrying']
      : path === '/faults'
        ? [status?.faults.active, 'active']
        : [];
  if (!count) return null;
  return (
    <span className="nav-count tone numbers" data-tone="retrying">
      {count.toLocaleString('en')}
      <VisuallyHidden component="span"> {noun}</VisuallyHidden>
    </span>
  );
}
