import { copyFile } from 'node:fs/promises'
import { defineConfig, type Options } from 'tsup'

const shared = {
  format: 'esm',
  target: 'node22',
  splitting: true,
  removeNodeProtocol: false,
} satisfies Options

export default defineConfig([
  {
    ...shared,
    // The entries share their code, so that an error of one is an instance of the class of another.
    entry: ['src/index.ts', 'src/generated/{models,limits,defaults,operations,errors,validators,edge}.ts'],
    sourcemap: true,
    onSuccess: () => copyFile('../../openapi/generated/openapi.json', 'dist/openapi.json'),
  },
  // What `mediagen-codegen conform --scenario` loads for a backend of this contract.
  {
    ...shared,
    entry: {
      'conform/media': '../../openapi/conform/media.ts',
      'conform/media-without-generations': '../../openapi/conform/media-without-generations.ts',
    },
  },
])
