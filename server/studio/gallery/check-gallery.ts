import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { type CatalogueEffect, catalogueFolder, type GalleryFile, sizeBytesMax } from './gallery-file.ts'

/**
 * Every disagreement between effects, `gallery.yaml` and the files, one sentence each; empty if there is
 * none.
 */
export async function checkGallery(
  effects: readonly CatalogueEffect[],
  gallery: GalleryFile,
): Promise<string[]> {
  return [...faultsOfEntries(effects, gallery), ...(await faultsOfFiles(gallery))]
}

function faultsOfEntries(effects: readonly CatalogueEffect[], gallery: GalleryFile): string[] {
  const shown = gallery.examples.map(({ request }) => String(request.effectId))
  const missing = effects
    .filter(({ id }) => !shown.includes(id))
    .map(({ id }) => `No example shows the effect ${id}.`)
  const wrong = gallery.examples.flatMap(({ id, request, surface }) => {
    const effect = effects.find((known) => known.id === request.effectId)
    if (effect === undefined)
      return [`Example ${id} names the effect ${request.effectId}, which does not exist.`]
    return effect.surface === surface.toLowerCase()
      ? []
      : [`Example ${id} has the surface ${surface}, its effect does not.`]
  })
  const ids = gallery.examples.map(({ id }) => id)
  const twice = ids
    .filter((id, place) => ids.indexOf(id) !== place)
    .map((id) => `Two examples have the id ${id}.`)
  return [...missing, ...wrong, ...twice]
}

async function faultsOfFiles(gallery: GalleryFile): Promise<string[]> {
  const faults: string[] = []
  const named = new Set(
    gallery.examples
      .flatMap(({ input, poster, output, blurredPoster, blurredOutput }) => [
        input,
        poster,
        output,
        blurredPoster,
        blurredOutput,
      ])
      .flatMap((asset) => (asset === null ? [] : [asset.assetId])),
  )
  for (const assetId of named)
    if (gallery.files[assetId] === undefined) faults.push(`No file is listed for the asset ${assetId}.`)
  let sizeBytes = 0
  const listed = new Set<string>()
  for (const [assetId, { file }] of Object.entries(gallery.files)) {
    listed.add(file)
    if (!named.has(assetId)) faults.push(`No example uses ${file}.`)
    const bytes = await readFile(new URL(file, catalogueFolder)).catch(() => undefined)
    if (bytes === undefined) faults.push(`${file} is missing.`)
    else if (createHash('sha256').update(bytes).digest('hex').slice(0, 32) !== assetId)
      faults.push(`${file} is not the file that asset ${assetId} was made of.`)
    sizeBytes += bytes?.length ?? 0
  }
  for (const name of await readdir(new URL('gallery/', catalogueFolder))) {
    if (!listed.has(`gallery/${name}`)) faults.push(`gallery/${name} is listed nowhere.`)
  }
  if (sizeBytes > sizeBytesMax)
    faults.push(`The gallery has ${sizeBytes} bytes; ${sizeBytesMax} is the limit.`)
  return faults
}
