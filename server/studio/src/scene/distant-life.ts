import type { Raster } from '../core/raster.js'
import type { Stage } from './composition.js'
import type { Viewport } from './frame.js'
import { screenYAt, worldXAt } from './perspective.js'
import { makeSprite, stampSprite } from './sprite.js'
import { drawSubject } from './subjects/draw-subject.js'
import type { Ground } from './terrain.js'

/** Birds, boats and houses that live in the distance. */
export async function paintDistantLife(
  stage: Stage,
  target: Raster,
  viewport: Viewport,
  ground: Ground | undefined,
): Promise<void> {
  const random = stage.random('life')
  const { frame, horizon, palette, description } = stage
  const put = async (
    kind: 'flock' | 'sailboat' | 'cottage',
    x: number,
    y: number,
    height: number,
    haze: number,
  ) => {
    const sprite = await makeSprite(stage, viewport, drawSubject(stage, kind, random, undefined), height, {
      isMirrored: stage.lightSide > 0,
      relief: 0.5,
    })
    if (kind === 'sailboat')
      stampSprite(target, viewport, sprite, { x, y, reflection: 2, opacity: 0.4, haze })
    stampSprite(target, viewport, sprite, { x, y, haze, hazeColour: palette.haze })
  }
  const leads = new Set(description.subjects.map(({ kind }) => kind))
  if (stage.has('birds') && !leads.has('flock'))
    await put(
      'flock',
      frame.width * random.range(0.2, 0.8),
      horizon * random.range(0.3, 0.62),
      random.range(44, 74),
      0.2,
    )
  if (stage.has('boats') && stage.has('water') && !leads.has('sailboat')) {
    await put(
      'sailboat',
      frame.width * (0.5 + stage.lightSide * random.range(0.16, 0.4)),
      horizon + random.range(22, 40),
      random.range(46, 74),
      0.25,
    )
  }
  if (stage.has('buildings') && ground && ['hills', 'village', 'meadow'].includes(description.place)) {
    const houses = description.place === 'village' ? 15 : 2
    const spots = Array.from({ length: houses }, () => ({
      z: random.range(5.5, description.place === 'village' ? 13 : 11),
      share: random.range(0.05, 0.95),
    }))
    for (const { z, share } of spots.sort((one, other) => other.z - one.z)) {
      const x = frame.width * share
      const height = ground.height(worldXAt(stage, x, z), z)
      const y = screenYAt(stage, height, z)
      if (description.subjects.length > 0 && Math.abs(x - stage.focusX) < 150) continue
      await put('cottage', x, y + 3, (0.62 / z) * stage.focalLength, 1 - Math.exp(-z * ground.haze))
    }
  }
}
