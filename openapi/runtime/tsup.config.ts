import { readFile, writeFile } from 'node:fs/promises'
import { defineConfig, type Options } from 'tsup'

const shared = { target: 'node22', removeNodeProtocol: false } satisfies Options

// `tsup` makes the programs, `tsup --dts-only` the declarations.
export default defineConfig(({ dts }) =>
  dts
    ? { entry: ['src/{index,errors,validation,multipart}.ts'], format: ['esm', 'cjs'] }
    : [
        {
          ...shared,
          // The entries share their code, so that an error of one is an instance of the class of another.
          entry: ['src/{index,errors,validation,multipart}.ts'],
          format: 'esm',
          splitting: true,
          onSuccess: writeNotices,
        },
        { ...shared, entry: { index: 'src/commonjs.ts' }, format: 'cjs' },
        // `--copy-runtime` copies it beside the sources, which import it.
        { ...shared, entry: { 'third-party/formats': 'src/third-party/formats.ts' }, format: 'esm' },
      ],
)

/** The licence of what is bundled, which bundled-packages.json lists for the bill of materials. */
async function writeNotices(): Promise<void> {
  const home = '../../node_modules/ajv-formats'
  const { version } = JSON.parse(await readFile(`${home}/package.json`, 'utf8'))
  const licence = await readFile(`${home}/LICENSE`, 'utf8')
  await writeFile(
    'dist/THIRD-PARTY-NOTICES.txt',
    `This package contains code of the following package.\n\najv-formats ${version}\n\n${licence}`,
  )
}
