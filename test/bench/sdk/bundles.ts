import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { importRival } from '../rivals/import-rival.ts'
import { formatNumber } from '../support/figures.ts'
import type { Measured } from './behaviours.ts'
import { home } from './packages.ts'
import type { SdkUnderTest } from './sdk-under-test.ts'

interface Esbuild {
  build(options: object): Promise<{ readonly outputFiles: readonly { readonly contents: Uint8Array }[] }>
}

/** A page that imports the SDK and constructs its client, in one file: minified, gzipped, by Brotli. */
export async function measureBundle(sdk: SdkUnderTest): Promise<Measured> {
  const contents = await bundle(sdk, sdk.construct)
  const brotli = brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  const sizes = [contents.length, zippedBytes(contents), brotli.length]
  return { text: `${sizes.map(inKilobytes).join(' / ')} kB` }
}

/** What a page gets that imports an error class alone, gzipped. */
export async function measureErrorClass(sdk: SdkUnderTest): Promise<Measured | undefined> {
  if (sdk.importError === undefined) return undefined
  return { text: `${inKilobytes(zippedBytes(await bundle(sdk, sdk.importError)))} kB` }
}

async function bundle(sdk: SdkUnderTest, program: string): Promise<Uint8Array> {
  const { build } = await importRival<Esbuild>('esbuild')
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: home(sdk) },
    ...{ bundle: true, minify: true, format: 'esm', target: 'es2022', platform: 'browser' },
    ...{ write: false, outdir: 'out', logLevel: 'error' },
  })
  const [file] = outputFiles
  if (file === undefined) throw new Error(`nothing of ${sdk.name} was bundled`)
  return file.contents
}

function zippedBytes(contents: Uint8Array): number {
  return gzipSync(contents, { level: 9 }).length
}

function inKilobytes(bytes: number): string {
  return formatNumber(bytes / 1000)
}
