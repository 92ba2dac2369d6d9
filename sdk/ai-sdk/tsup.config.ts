import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts'],
  format: ['esm', 'cjs'],
  // What Node 22 runs as it stands.
  target: 'es2023',
  platform: 'neutral',
  splitting: false,
  dts: true,
  sourcemap: true,
})
