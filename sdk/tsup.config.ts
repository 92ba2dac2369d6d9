import { defineConfig, type Options } from 'tsup'

const entry = {
  index: 'src/index.ts',
  'testing/index': 'src/testing/index.ts',
  'testing/msw': 'src/testing/msw.ts',
}
const examples = 'testing/contract-examples'

const shared = {
  // What Node 20, and browsers of its time, run as it stands.
  target: 'es2022',
  platform: 'neutral',
  sourcemap: true,
  // Identifiers stay, so that stacks are readable without maps.
  esbuildOptions(options, { format }) {
    options.minifyWhitespace = true
    options.minifySyntax = true
    // Node prints the line of an uncaught error.
    options.lineLimit = 120
    // Bundlers read the maps of ESM, and warn about missing sources; CommonJS needs positions only.
    options.sourcesContent = format === 'esm'
  },
} satisfies Options

/** The two parts of the testing kit share the examples of the contract, which are most of each. */
const sharedExamples: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'shared-examples',
  setup(bundler) {
    bundler.onResolve({ filter: /\/contract-examples\.js$/ }, () => {
      return { path: './contract-examples.cjs', external: true }
    })
  },
}

export default defineConfig([
  { ...shared, entry, format: 'esm', splitting: true },
  {
    ...shared,
    entry: { ...entry, [examples]: 'src/testing/generated/contract-examples.ts' },
    format: 'cjs',
    // tsup splits CommonJS by taking out all new syntax, which is larger than to say a few things twice.
    splitting: false,
    esbuildPlugins: [sharedExamples],
    // Those of ESM are made of these by bundle-types.ts.
    dts: { entry },
  },
])
