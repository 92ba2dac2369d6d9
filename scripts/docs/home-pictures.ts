import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { projectRoot } from '../set-up/project.mjs'

const gallery = join(projectRoot, 'server', 'catalogue', 'gallery')

/** The pictures of docs/index.md, and how wide each is: twice the pixels of its place on a wide screen at most. */
const pictures = {
  'day-to-night-poster': 480,
  watercolour: 400,
  cyberpunk: 400,
  'input-fox-in-autumn': 400,
  'comic-book': 400,
  'paper-cut': 400,
}
const film = 'day-to-night.mp4'

/** Makes the contact sheet of the site's first page from the catalogue, small enough for a phone. */
export async function makeHomePictures(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await copyFile(join(gallery, film), join(folder, film))
  for (const [name, width] of Object.entries(pictures))
    await sharp(join(gallery, `${name}.jpg`))
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 54, effort: 6 })
      .toFile(join(folder, `${name}.webp`))
}
