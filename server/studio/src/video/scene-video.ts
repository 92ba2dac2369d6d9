import type { SceneLayer } from '../scene/compose-layers.js'
import { drawWeather } from './air.js'
import { composeFrame } from './compose-frame.js'
import { readDirection } from './direction.js'
import { healEdges } from './heal-edges.js'
import { createMesh } from './mesh.js'
import { aimAtLayer, scenePath } from './scene-camera.js'
import { drawGlints, findGlints } from './scene-glints.js'
import { moveLayer } from './scene-motion.js'
import { type VideoLength, videoFrames } from './video.js'
import { type YuvLayer, yuvLayerFrom } from './yuv-layer.js'
import type { YuvPicture } from './yuv-picture.js'

export interface SceneVideoRequest extends VideoLength {
  readonly prompt: string
}

/**
 * The frames of a video through a painted scene. `layers` (back to front, the first one opaque) is emptied on
 * the way, so that the paint need not stay in memory beside the video's own form of it. The prompt directs
 * camera, pace and weather. Deterministic; every frame is the same buffer, valid until the next.
 */
export function sceneVideo(request: SceneVideoRequest, layers: SceneLayer[]): Iterable<YuvPicture> {
  const direction = readDirection(request.prompt, 'scene')
  const placed: { planes: YuvLayer; mesh: ReturnType<typeof createMesh> }[] = []
  let weather = direction.weather
  healEdges(layers)
  for (let layer = layers.shift(); layer !== undefined; layer = layers.shift()) {
    // A sheet of painted flakes or drops would stand still in the air: in a video they fall, drawn below.
    if (layer.name === 'snow' || layer.name === 'rain') {
      weather = layer.name
      continue
    }
    // Painted mist lies between near and far, as a veil over the whole frame could not.
    if (layer.name === 'mist' && weather === 'fog') weather = 'none'
    placed.push({ planes: yuvLayerFrom(layer), mesh: createMesh(request) })
  }
  const path = scenePath(direction, request.durationSeconds)
  const glints = findGlints(
    placed.map(({ planes }) => planes),
    direction.seed,
  )
  const air = {
    seed: direction.seed,
    density: direction.strength,
    speed: Math.min(1.6, direction.speed),
    wind: direction.sideways,
  }
  return videoFrames(request, (target, moment) => {
    const pose = path(moment)
    for (const { planes, mesh } of placed) {
      aimAtLayer(mesh, planes, pose)
      moveLayer(mesh, planes, direction, moment.seconds)
    }
    composeFrame(target, placed)
    drawGlints(target, glints, placed, moment.seconds * direction.speed)
    drawWeather(target, weather, air, moment.seconds)
  })
}
