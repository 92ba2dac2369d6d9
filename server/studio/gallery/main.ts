/**
 * Makes the gallery of the catalogue: an example for every effect, rendered by the effect itself. Needs the
 * built studio (`npm run build`). With --check it only reports differences.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import { checkGallery } from './check-gallery.ts'
import { type CatalogueEffect, catalogueFolder, type GalleryFile } from './gallery-file.ts'
import { makeGallery, type Studio } from './make-gallery.ts'
import { stillOfVideo } from './still-of-video.ts'

const { values } = parseArgs({ options: { check: { type: 'boolean' } } })
const { effects }: { effects: CatalogueEffect[] } = parse(await read('effects.yaml'))
if (values.check !== true) {
  const count = await makeGallery(effects, await studio(), stillOfVideo)
  console.log(`Made ${count} examples.`)
}
const gallery: GalleryFile = parse(await read('gallery.yaml'))
const faults = await checkGallery(effects, gallery)
for (const fault of faults) console.error(fault)
if (faults.length === 0) console.log('Effects, gallery and files agree.')
process.exit(faults.length === 0 ? 0 : 1)

function read(name: string): Promise<string> {
  return readFile(new URL(name, catalogueFolder), 'utf8')
}

/** Imported dynamically, because the build exists only on machines that have built. */
async function studio(): Promise<Studio> {
  const built = (name: string) => import(new URL(`../dist/${name}.js`, import.meta.url).href)
  const { render }: Pick<Studio, 'render'> = await built('render')
  const { paintScene }: Pick<Studio, 'paintScene'> = await built('scene/paint-scene')
  return { render, paintScene }
}
