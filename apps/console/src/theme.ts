import {
  colorsTuple,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';

/** Shade 7 fills controls on light pages, shade 4 on dark ones. */
const accent: MantineColorsTuple = [
  '#e6fbf5',
  '#c4f3e5',
  '#92e8cf',
  '#66dfbf',
  '#3dd6b0',
  '#1fb595',
  '#12967b',
  '#0b7a66',
  '#086353',
  '#054c40',
];

/**
 * Text 0 to 3, lines 4, what the pointer is on 5, controls 6, surfaces 7, and the canvas 9: those of
 * console.css. Mantine's own are a warm grey.
 */
const dark: MantineColorsTuple = [
  '#e6eaf0',
  '#c3cbd5',
  '#a9b4c0',
  '#8794a3',
  '#2a323d',
  '#232b35',
  '#1c232c',
  '#161b22',
  '#12171d',
  '#0f1318',
];

export const theme = createTheme({
  colors: { accent, dark, danger: colorsTuple('#b42318') },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.34', sm: '1.54', md: '1.43', lg: '1.5', xl: '1.4' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '4px', md: '6px', lg: '8px', xl: '16px' },
  defaultRadius: 'md',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px', fontWeight: '650' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  components: {
    // The header of a dialogue would be a second banner of the page.
    Modal: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    // Menus and lists of choices belong to a landmark of the page, as its other content does.
    Popover: { defaultProps: { portalProps: { target: '#main' } } },
    Table: { defaultProps: { fz: 'sm', verticalSpacing: 7 } },
  },
  // Text in a colour on a tint of the same colour has too little contrast, and so has white on the accent of
  // dark pages.
  variantColorResolver: (input) => ({
    ...defaultVariantColorsResolver(input),
    ...(input.variant === 'light' && { color: 'var(--mantine-color-text)' }),
    ...(input.variant === 'filled' && input.color === 'accent' && { color: 'var(--on-accent)' }),
  }),
});
