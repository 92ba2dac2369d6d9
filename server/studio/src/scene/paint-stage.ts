import type { Raster } from '../core/raster.js'
import { paintFloaters, paintFlow } from './abstract.js'
import { paintGalaxy, paintStars, paintSunOrMoon } from './celestial.js'
import { paintSkyline } from './city.js'
import type { Stage } from './composition.js'
import { paintDistantLife } from './distant-life.js'
import { paintTrees } from './flora.js'
import { coarser, rasterFor, type Viewport } from './frame.js'
import { paintCover } from './ground-cover.js'
import { landscapeOf } from './grounds.js'
import { drawWindow, paintInterior } from './interior.js'
import { enlarge, type PaintedLayer, paintOver } from './layer.js'
import { placeSubjects, withClearing } from './placement.js'
import { paintPlanets } from './planets.js'
import { paintShafts, paintSky } from './sky.js'
import { paintSkySigns } from './sky-signs.js'
import { type Drawing, makeSprite, stampSprite } from './sprite.js'
import { drawStreet } from './street.js'
import { subjectLayers } from './subject-layers.js'
import { paintTerrain } from './terrain.js'
import { paintWater } from './water.js'
import { weatherLayers } from './weather.js'

/**
 * Ground and water are painted in at most that many pixels along the long edge, then enlarged: twice at 4096.
 */
const groundEdgePxMax = 2048
/** Clouds are softer than the pixels of a picture: fewer of them do. */
const skyEdgePxMax = 1100
/** Drawings over the whole frame reach that many units beyond it, for overscanned layers. */
const margin = 300

/** Paints every layer of the stage, back to front. The first one is opaque. */
export async function paintStage(stage: Stage, viewport: Viewport): Promise<PaintedLayer[]> {
  const softView = coarser(
    viewport,
    Math.min(skyEdgePxMax, Math.max(viewport.widthPx, viewport.heightPx) * 0.6),
  )
  const groundView = coarser(viewport, groundEdgePxMax)
  const scene = await placeLayers(stage, viewport, softView, groundView)
  return [...scene, ...weatherLayers(stage, softView)]
}

async function placeLayers(
  stage: Stage,
  viewport: Viewport,
  softView: Viewport,
  groundView: Viewport,
): Promise<PaintedLayer[]> {
  switch (stage.description.place) {
    case 'abstract':
      return [
        {
          name: 'flow',
          depth: 0,
          motion: 'drift',
          soft: paintFlow(stage, softView),
          crisp: (target, at) => paintFloaters(stage, target, at, false),
        },
        {
          name: 'floaters',
          depth: 0.5,
          motion: 'rise',
          crisp: (target, at) => paintFloaters(stage, target, at, true),
        },
        ...(await subjectLayers(stage, placeSubjects(stage, undefined))),
      ]
    case 'table':
    case 'room':
      return [
        { name: 'room', depth: 0, motion: 'none', soft: paintInterior(stage, groundView) },
        ...(await subjectLayers(stage, placeSubjects(stage, undefined))),
      ]
    case 'windowsill':
      return windowLayers(stage, viewport, softView, groundView)
    case 'street':
      return [
        skyLayer(stage, softView),
        {
          name: 'street',
          depth: 0.35,
          motion: 'none',
          crisp: (target, at) => paintDrawing(stage, target, at, drawStreet(stage, margin)),
        },
        ...(await subjectLayers(stage, placeSubjects(stage, undefined))),
      ]
    case 'city':
      return cityLayers(stage, softView, groundView)
    default:
      return landscapeLayers(stage, softView, groundView)
  }
}

async function landscapeLayers(
  stage: Stage,
  softView: Viewport,
  groundView: Viewport,
): Promise<PaintedLayer[]> {
  const sky = skyLayer(stage, softView)
  const found = landscapeOf(stage)
  const placed = placeSubjects(stage, found && withClearing(stage, found))
  if (!found) {
    const life: PaintedLayer = {
      name: 'distant life',
      depth: 0.4,
      motion: 'drift',
      crisp: (target, at) => paintDistantLife(stage, target, at, undefined),
    }
    return [sky, life, ...(await subjectLayers(stage, placed))]
  }
  const { ground, strips: ranges } = withClearing(stage, found)
  const layers: PaintedLayer[] = [sky]
  const strips = ranges.map((range) => ({ range, soft: paintTerrain(stage, groundView, ground, range) }))
  if (ground.waterLevel !== undefined && stage.has('water')) {
    const mirrored = await skyMirror(stage, sky.soft, groundView)
    const shores = rasterFor(groundView)
    const farthest = strips.at(0)
    if (farthest && strips.length > 1) {
      paintOver(shores, farthest.soft)
      const withTrees = { ...farthest.soft, rgba: farthest.soft.rgba.slice() }
      await paintTrees(stage, withTrees, groundView, ground, farthest.range)
      paintOver(mirrored, withTrees)
    }
    layers.push({
      name: 'water',
      depth: 0.3,
      motion: 'water',
      soft: paintWater(stage, groundView, mirrored, shores),
    })
  }
  // Only what is near is worth the picture's full resolution; the rest grows in the ground's own.
  for (const { range, soft } of strips.slice(0, -1)) {
    await paintTrees(stage, soft, groundView, ground, range)
    await paintCover(stage, soft, groundView, ground, range)
  }
  strips.forEach(({ range, soft }, order) => {
    const isNearest = order === strips.length - 1
    layers.push({
      name: `ground ${order + 1}`,
      depth: Math.min(0.8, 0.2 + (0.6 * (order + 1)) / strips.length),
      motion: 'none',
      soft,
      ...(isNearest && {
        async crisp(target, at) {
          await paintTrees(stage, target, at, ground, range)
          await paintCover(stage, target, at, ground, range)
          await paintDistantLife(stage, target, at, ground)
        },
      }),
    })
  })
  return [...layers, ...(await subjectLayers(stage, placed))]
}

async function cityLayers(stage: Stage, softView: Viewport, groundView: Viewport): Promise<PaintedLayer[]> {
  const sky = skyLayer(stage, softView)
  const rows = stage.has('buildings') ? paintSkyline(stage, groundView) : []
  const mirrored = await skyMirror(stage, sky.soft, groundView)
  for (const row of rows) paintOver(mirrored, row)
  const water = paintWater(stage, groundView, mirrored, rasterFor(groundView))
  return [
    sky,
    ...rows.map(
      (soft, order): PaintedLayer => ({
        name: `houses ${order + 1}`,
        depth: 0.2 + order * 0.15,
        motion: 'none',
        soft,
      }),
    ),
    { name: 'water', depth: 0.6, motion: 'water', soft: water },
    {
      name: 'distant life',
      depth: 0.6,
      motion: 'drift',
      crisp: (target, at) => paintDistantLife(stage, target, at, undefined),
    },
    ...(await subjectLayers(stage, placeSubjects(stage, undefined))),
  ]
}

async function windowLayers(
  stage: Stage,
  viewport: Viewport,
  softView: Viewport,
  groundView: Viewport,
): Promise<PaintedLayer[]> {
  const { description } = stage
  const outdoors: Stage = {
    ...stage,
    description: {
      ...description,
      place: stage.random('view').pick(['hills', 'meadow', 'lake', 'mountains']),
      subjects: [],
    },
  }
  const view = await landscapeLayers(
    outdoors,
    softView,
    coarser(groundView, Math.max(viewport.widthPx, viewport.heightPx) * 0.6),
  )
  return [
    ...view,
    {
      name: 'window',
      depth: 0.85,
      motion: 'none',
      crisp: (target, at) => paintDrawing(stage, target, at, drawWindow(stage, margin)),
    },
    ...(await subjectLayers(stage, placeSubjects(stage, undefined))),
  ]
}

/** A drawing over the whole frame, which reaches `margin` units beyond it on every side. */
async function paintDrawing(
  stage: Stage,
  target: Raster,
  viewport: Viewport,
  drawing: Drawing,
): Promise<void> {
  const sprite = await makeSprite(stage, viewport, drawing, drawing.height, { relief: 0 })
  stampSprite(target, viewport, sprite, { x: stage.frame.width / 2, y: stage.frame.height + margin })
}

async function skyMirror(stage: Stage, sky: Raster, groundView: Viewport): Promise<Raster> {
  const mirrored = await enlarge(sky, groundView.widthPx, groundView.heightPx)
  paintSunOrMoon(stage, mirrored, groundView)
  return mirrored
}

function skyLayer(stage: Stage, softView: Viewport): PaintedLayer & { soft: Raster } {
  const { place } = stage.description
  const soft = paintSky(stage, softView)
  if (place === 'underwater') {
    paintShafts(stage, soft, softView)
    return { name: 'sea', depth: 0, motion: 'water', soft }
  }
  if (stage.has('stars') || stage.has('galaxy')) paintGalaxy(stage, soft, softView)
  paintSkySigns(stage, soft, softView)
  return {
    name: 'sky',
    depth: 0,
    motion: stage.has('stars') ? 'twinkle' : 'drift',
    soft,
    crisp(target, at) {
      if (stage.has('stars')) paintStars(stage, target, at)
      if (place !== 'space') paintSunOrMoon(stage, target, at)
      if (place === 'space' || stage.has('planets')) paintPlanets(stage, target, at)
    },
  }
}
