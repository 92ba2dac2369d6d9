/**
 * Makes the gallery of the catalogue: an example for every effect, rendered by the effect itself. Needs the
 * built server (`npm run build`). With --check it only reports differences.
 */
import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { checkGallery } from '../server/studio/gallery/check-gallery.ts'
import {
  type CatalogueEffect,
  catalogueFolder,
  type GalleryFile,
} from '../server/studio/gallery/gallery-file.ts'
import { makeGallery, type Studio } from '../server/studio/gallery/make-gallery.ts'
import { stillOfVideo } from '../server/studio/gallery/still-of-video.ts'
import { readArguments } from './set-up/arguments.mjs'
import { runCommand } from './set-up/prepare.mjs'

await runCommand(async () => {
  const { flags } = readArguments({ usage: 'node scripts/gallery.ts [--check]', flags: ['check'] })
  const { effects }: { effects: CatalogueEffect[] } = parse(await read('effects.yaml'))

  if (!flags.has('check')) {
    const count = await makeGallery(effects, await studio(), stillOfVideo)
    console.log(`Made ${count} examples.`)
  }
  const gallery: GalleryFile = parse(await read('gallery.yaml'))
  const faults = await checkGallery(effects, gallery)
  for (const fault of faults) console.error(fault)
  if (faults.length === 0) console.log('Effects, gallery and files agree.')
  process.exit(faults.length === 0 ? 0 : 1)
})

function read(name: string): Promise<string> {
  return readFile(new URL(name, catalogueFolder), 'utf8')
}

/** Imported dynamically, because the build exists only on machines that have built. */
async function studio(): Promise<Studio> {
  const built = (name: string) => import(new URL(`../server/studio/dist/${name}.js`, import.meta.url).href)
  const { render }: Pick<Studio, 'render'> = await built('render')
  const { paintScene }: Pick<Studio, 'paintScene'> = await built('scene/paint-scene')
  return { render, paintScene }
}
