import { createElement, type ReactElement, type ReactNode, type Ref, type SVGProps } from 'react';

interface IconProps extends SVGProps<SVGSVGElement> {
  readonly size?: number;
}

/** The drawings of an icon by their height. */
interface Drawings {
  readonly 16: { readonly width: number; readonly path: ReactNode };
}

/** Draws an icon of Octicons. Replaces the package's function, which carries helpers for old browsers. */
export function t(
  { size = 16, className = '', style, 'aria-label': label, ...others }: IconProps,
  ref: Ref<SVGSVGElement>,
  name: string,
  { 16: { width, path } }: Drawings,
): ReactElement {
  return createElement(
    'svg',
    {
      ref,
      'aria-hidden': label === undefined ? 'true' : undefined,
      'aria-label': label,
      role: label === undefined ? undefined : 'img',
      focusable: 'false',
      className: `${name} ${className}`.trim(),
      viewBox: `0 0 ${width} 16`,
      width: (size * width) / 16,
      height: size,
      fill: 'currentColor',
      display: 'inline-block',
      overflow: 'visible',
      style: { verticalAlign: 'text-bottom', ...style },
      ...others,
    },
    path,
  );
}
