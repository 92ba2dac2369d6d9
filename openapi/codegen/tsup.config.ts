import { defineConfig } from 'tsup'

// Commands are loaded when they run, so the bundle is split. Only main.js and its chunks are in dist/, because
// package-folder.ts finds the package's files from there as from src/.
export default defineConfig({
  entry: ['src/main.ts'],
  format: 'esm',
  target: 'node20',
  splitting: true,
  removeNodeProtocol: false,
  clean: true,
})
