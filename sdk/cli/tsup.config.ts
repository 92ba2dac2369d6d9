import { defineConfig } from 'tsup'

// Commands load much of the program when they run, so the bundle is split: what its parts share is in chunks beside
// them. The protocol of `mediagen mcp` is a bundle of its own (bundle-protocol.ts).
export default defineConfig({
  entry: ['src/main.ts', 'src/program.ts', 'src/upgrade-notice.ts', 'src/ask-latest-version.ts'],
  format: 'esm',
  target: 'node22',
  splitting: true,
  removeNodeProtocol: false,
  sourcemap: true,
  external: ['./protocol.js'],
})
