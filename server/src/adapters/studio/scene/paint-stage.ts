import { paintGalaxy, paintStars, paintSunOrMoon } from './celestial.js'
import type { Stage } from './composition.js'
import { paintTrees } from './flora.js'
import { coarser, rasterFor, type Viewport } from './frame.js'
import { landscapeOf } from './grounds.js'
import { enlarge, type PaintedLayer, paintOver } from './layer.js'
import { placeSubjects, withClearing } from './placement.js'
import { paintSky } from './sky.js'
import { subjectLayers } from './subject-layers.js'
import { paintTerrain } from './terrain.js'
import { paintWater } from './water.js'

/** Ground and water are painted in at most that many pixels along the long edge, then enlarged: twice at 4096. */
const groundEdgePxMax = 2048
/** Clouds are softer than the pixels of a picture: half of them do. */
const skyEdgePxMax = 1100

/** Paints every layer of the stage, back to front. The first one is opaque. */
export async function paintStage(stage: Stage, viewport: Viewport): Promise<PaintedLayer[]> {
  return landscapeLayers(stage, viewport)
}

async function landscapeLayers(stage: Stage, viewport: Viewport): Promise<PaintedLayer[]> {
  const groundView = coarser(viewport, groundEdgePxMax)
  const sky = skyLayer(stage, viewport)
  const found = landscapeOf(stage)
  const landscape = found && withClearing(stage, found)
  const layers: PaintedLayer[] = [sky]
  if (!landscape) return [...layers, ...(await subjectLayers(stage, placeSubjects(stage, undefined)))]
  const strips = landscape.strips.map((range, order) => {
    const soft = paintTerrain(stage, groundView, landscape.ground, range)
    return { order, range, soft }
  })
  if (landscape.ground.waterLevel !== undefined && stage.has('water')) {
    const above = await enlarge(sky.soft, groundView.widthPx, groundView.heightPx)
    paintSunOrMoon(stage, above, groundView)
    const shores = rasterFor(groundView)
    for (const strip of strips) paintOver(shores, strip.soft)
    const mirrored = rasterFor(groundView)
    paintOver(mirrored, above)
    for (const strip of strips.slice(0, 1)) {
      await paintTrees(stage, strip.soft, groundView, landscape.ground, strip.range)
      paintOver(mirrored, strip.soft)
    }
    layers.push({
      name: 'water',
      depth: 0.45,
      motion: 'water',
      soft: paintWater(stage, groundView, mirrored, shores),
    })
  }
  const placed = placeSubjects(stage, landscape)
  for (const { order, range, soft } of strips) {
    layers.push({
      name: `ground ${order + 1}`,
      depth: Math.min(0.9, 0.2 + (0.6 * (order + 1)) / strips.length),
      motion: 'none',
      soft,
      crisp: (target, at) => paintTrees(stage, target, at, landscape.ground, range),
    })
  }
  layers.push(...(await subjectLayers(stage, placed)))
  return layers
}

function skyLayer(stage: Stage, viewport: Viewport): PaintedLayer & { soft: ReturnType<typeof paintSky> } {
  const soft = paintSky(
    stage,
    coarser(viewport, Math.min(skyEdgePxMax, Math.max(viewport.widthPx, viewport.heightPx) * 0.6)),
  )
  if (stage.has('stars') || stage.has('galaxy'))
    paintGalaxy(stage, soft, coarser(viewport, Math.max(soft.widthPx, soft.heightPx)))
  return {
    name: 'sky',
    depth: 0,
    motion: stage.has('stars') ? 'twinkle' : 'drift',
    soft,
    crisp(target, at) {
      if (stage.has('stars')) paintStars(stage, target, at)
      paintSunOrMoon(stage, target, at)
    },
  }
}
