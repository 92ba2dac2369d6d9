import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/{index,painter,video-tool,renderer-process,video-tool-process}.ts'],
  format: 'esm',
  target: 'node24',
  splitting: true,
  removeNodeProtocol: false,
  sourcemap: true,
  clean: ['!**/*.d.ts'],
})
