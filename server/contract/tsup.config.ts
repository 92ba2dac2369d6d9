import { copyFile } from 'node:fs/promises'
import { defineConfig } from 'tsup'

// The entries share their code, so that an error of one is an instance of the class of another.
export default defineConfig({
  entry: ['src/index.ts', 'src/generated/{models,limits,defaults,operations,errors,validators,edge}.ts'],
  format: 'esm',
  target: 'node20',
  splitting: true,
  removeNodeProtocol: false,
  sourcemap: true,
  clean: ['!**/*.d.ts'],
  onSuccess: () => copyFile('../../openapi/generated/openapi.json', 'dist/openapi.json'),
})
