import type { Raster } from '../src/core/raster.ts'
import type { SizePx } from '../src/core/size.ts'
import { photographLandscape } from './landscape.ts'
import { photographStillLife } from './still-life.ts'

/** Paints a picture from a prompt, as the studio provider does for text to image. */
export type PaintScene = (request: { prompt: string; widthPx: number; heightPx: number }) => Promise<Raster>

interface Scene extends SizePx {
  readonly make: (paintScene: PaintScene, size: SizePx) => Raster | Promise<Raster>
}

const painted = (prompt: string): Scene => ({
  widthPx: 640,
  heightPx: 480,
  make: (paintScene, size) => paintScene({ prompt, ...size }),
})

/** The input pictures: two are ray-marched to look like photographs, the others painted by the studio. */
export const scenes = {
  'still-life': {
    widthPx: 640,
    heightPx: 640,
    make: (_, { widthPx, heightPx }) => photographStillLife(widthPx, heightPx),
  },
  'mountain-lake': {
    widthPx: 640,
    heightPx: 480,
    make: (_, { widthPx, heightPx }) => photographLandscape(widthPx, heightPx),
  },
  'fox-in-autumn': painted('a red fox in a birch forest, autumn morning'),
  lighthouse: painted('a lighthouse on a cliff by the sea, clear day'),
  'sailing-boat': painted('a sailing boat on a calm lake, mountains'),
  sunflowers: painted('a field of sunflowers under a blue sky'),
} as const satisfies Record<string, Scene>

export type SceneName = keyof typeof scenes
