import { defineConfig } from 'tsup'

// Commands are loaded when they run and Bree starts each job as a thread, so the bundle is split: what they
// share is in chunks beside main.js.
export default defineConfig({
  entry: ['src/main.ts', 'src/media/image-process.ts', 'src/jobs/*.ts', '!src/jobs/*.test.ts'],
  format: 'esm',
  // React writes pages; its other build is for development.
  env: { NODE_ENV: 'production' },
  target: 'node24',
  splitting: true,
  removeNodeProtocol: false,
  sourcemap: true,
  clean: true,
})
