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
  sourcemap: true,
} satisfies Options

export default defineConfig([
  { ...shared, format: 'esm' },
  // The CommonJS file of openapi-fetch 0.17 lacks the mark by which its default export is found, so it is put inside.
  { ...shared, format: 'cjs', noExternal: ['openapi-fetch'] },
])
