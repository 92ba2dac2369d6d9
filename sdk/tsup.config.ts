import { defineConfig, type Options } from 'tsup'

const client = { index: 'src/index.ts', 'proxy/index': 'src/proxy/index.ts' }
const react = { 'react/index': 'src/react/index.ts' }
const testing = { 'testing/index': 'src/testing/index.ts', 'testing/msw': 'src/testing/msw.ts' }

const shared = {
  // What browsers of the last four years run as it stands.
  target: 'es2022',
  platform: 'neutral',
  splitting: false,
} satisfies Options

/** Hooks: server components of Next.js import them only from a module that says so. */
const forClients = { ...shared, entry: react, banner: { js: "'use client';" } } satisfies Options

// `tsup` makes the programs, `tsup --dts-only` the declarations: those of CommonJS, which ESM shares. The programs
// are not minified: stacks and debuggers show code that can be read, without source maps, and whoever bundles
// them for a page minifies the whole.
export default defineConfig(({ dts }) =>
  !dts
    ? [
        { ...shared, entry: client, format: 'esm' },
        { ...forClients, format: 'esm' },
        { ...shared, entry: client, format: 'cjs' },
        // The examples of the contract are most of both entries.
        { ...shared, entry: testing, format: ['esm', 'cjs'], splitting: true },
        { ...forClients, format: 'cjs' },
      ]
    : [{ ...shared, entry: { ...client, ...react, ...testing }, format: 'cjs' }],
)
