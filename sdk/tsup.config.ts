import { defineConfig, type Options } from 'tsup'

const entry = {
  index: 'src/index.ts',
  'testing/index': 'src/testing/index.ts',
  'testing/msw': 'src/testing/msw.ts',
}
const answers = 'testing/contract-answers'

const shared = {
  // What Node 20, and browsers of its time, run as it stands.
  target: 'es2022',
  platform: 'neutral',
  sourcemap: true,
  // Smaller, with every name as it is, so that what a debugger or a stack says makes sense.
  esbuildOptions(options) {
    options.minifyWhitespace = true
    options.minifySyntax = true
    // Node prints the line that threw an error which nobody caught.
    options.lineLimit = 120
    // Sources would be a third of what the package may weigh; finish-build.ts makes the maps small in other ways, too.
    options.sourcesContent = false
  },
} satisfies Options

/** The two parts of the testing kit share the examples of the contract, which are most of each. */
const sharedAnswers: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'shared-answers',
  setup(bundler) {
    bundler.onResolve({ filter: /\/contract-answers\.js$/ }, () => {
      return { path: './contract-answers.cjs', external: true }
    })
  },
}

export default defineConfig([
  { ...shared, entry, format: 'esm', splitting: true },
  {
    ...shared,
    entry: { ...entry, [answers]: 'src/testing/generated/contract-answers.ts' },
    format: 'cjs',
    // tsup splits CommonJS by taking out all new syntax, which is larger than to say a few things twice.
    splitting: false,
    esbuildPlugins: [sharedAnswers],
    // Those of ESM are made of these by finish-build.ts.
    dts: { entry },
  },
])
