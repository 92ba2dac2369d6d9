import { defineConfig } from 'tsup'

// Commands load much of the program when they run, so the bundle is split: what its parts share is in chunks beside
// them. Bundled packages are in files of their own (bundle-packages.ts).
export default defineConfig({
  entry: ['src/main.ts', 'src/program.ts'],
  format: 'esm',
  target: 'node22',
  splitting: true,
  removeNodeProtocol: false,
  sourcemap: true,
  external: ['./protocol.js', './log-update.js'],
})
