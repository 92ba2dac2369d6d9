import { defineConfig, type Options } from 'tsup'

const shared = {
  entry: {
    index: 'src/index.ts',
    'testing/index': 'src/testing/index.ts',
    'testing/msw': 'src/testing/msw.ts',
  },
  // What Node 20, and browsers of its time, run as it stands.
  target: 'es2022',
  platform: 'neutral',
  dts: true,
  // Also for CommonJS, so that no part is in the package twice.
  splitting: true,
  // Smaller, with every name as it is, so that what a debugger or a stack says makes sense.
  esbuildOptions(options) {
    options.minifyWhitespace = true
    options.minifySyntax = true
  },
} satisfies Options

export default defineConfig([
  { ...shared, format: 'esm', sourcemap: true },
  // The CommonJS file of openapi-fetch 0.17 lacks the mark by which its default export is found, so it is put inside.
  { ...shared, format: 'cjs', noExternal: ['openapi-fetch'] },
])
