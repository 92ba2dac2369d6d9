import { readFile } from 'node:fs/promises'
import { defineConfig, type Options } from 'tsup'

const entry = {
  index: 'src/index.ts',
  'proxy/index': 'src/proxy/index.ts',
  'testing/index': 'src/testing/index.ts',
  'testing/msw': 'src/testing/msw.ts',
}
const examples = 'testing/contract-examples'

const shared = {
  // What Node 20, and browsers of its time, run as it stands.
  target: 'es2022',
  platform: 'neutral',
  sourcemap: true,
  // Identifiers stay, so that stacks are readable without maps.
  esbuildOptions(options) {
    options.minifyWhitespace = true
    options.minifySyntax = true
    // Node prints the line of an uncaught error.
    options.lineLimit = 120
  },
} satisfies Options

/** Other people's code, generated code and the testing kit: nobody steps through it in an application. */
const withoutMap = /[\\/](node_modules[\\/].*|src[\\/]testing[\\/].*|generated[\\/].*)\.m?[jt]s$/
const emptyMap = Buffer.from(
  JSON.stringify({ version: 3, sources: ['omitted'], sourcesContent: [''], mappings: 'AAAA' }),
).toString('base64')

/** Leaves such code out of the maps, the largest part of the package: each file comes with an empty map. */
const mapsOfOwnCode: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'maps-of-own-code',
  setup(bundler) {
    bundler.onLoad({ filter: withoutMap }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      return {
        contents: `${text}\n//# sourceMappingURL=data:application/json;base64,${emptyMap}`,
        loader: path.endsWith('.ts') ? 'ts' : 'js',
      }
    })
  },
}

const validators = 'testing/request-validators'

/** Machine-made code stays a file of its own: its map would be the largest file of the package. */
const separateValidators = (extension: string): NonNullable<Options['esbuildPlugins']>[number] => ({
  name: 'separate-validators',
  setup(bundler) {
    bundler.onResolve({ filter: /\/request-validators\.js$/ }, () => {
      return { path: `./request-validators.${extension}`, external: true }
    })
  },
})

/** The two parts of the testing kit share the examples of the contract, which are most of each. */
const sharedExamples: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'shared-examples',
  setup(bundler) {
    bundler.onResolve({ filter: /\/contract-examples\.js$/ }, () => {
      return { path: './contract-examples.cjs', external: true }
    })
  },
}

export default defineConfig([
  {
    ...shared,
    entry,
    format: 'esm',
    splitting: true,
    esbuildPlugins: [mapsOfOwnCode, separateValidators('js')],
  },
  {
    ...shared,
    entry: { [validators]: 'src/testing/generated/request-validators.js' },
    format: ['esm', 'cjs'],
    sourcemap: false,
    minify: true,
  },
  {
    ...shared,
    entry: { ...entry, [examples]: 'src/testing/generated/contract-examples.ts' },
    format: 'cjs',
    // A map without the sources would show no more than the names do, which stay.
    sourcemap: false,
    // tsup splits CommonJS by taking out all new syntax, which is larger than to say a few things twice.
    splitting: false,
    esbuildPlugins: [sharedExamples, separateValidators('cjs')],
    // Those of ESM are made of these by bundle-types.ts.
    dts: { entry },
  },
])
