import { describe, expect, test } from 'vitest'
import type { SceneLayer } from '../scene/compose-layers.js'
import { composeFrame } from './compose-frame.js'
import { healEdges } from './heal-edges.js'
import { aimMesh, createMesh } from './mesh.js'
import { sceneVideo } from './scene-video.js'
import { meanDifference, testLayers } from './support/test-pictures.js'
import { yuvLayerFrom } from './yuv-layer.js'
import { createYuvPicture } from './yuv-picture.js'

const size = { widthPx: 240, heightPx: 136, durationSeconds: 4 }

function video(prompt: string, layers = testLayers(size.widthPx, size.heightPx), durationSeconds = 4) {
  return [...sceneVideo({ ...size, durationSeconds, prompt }, layers)].length
}

function brightness(
  prompt: string,
  layers: SceneLayer[] = testLayers(size.widthPx, size.heightPx),
): Uint8Array[] {
  const frames: Uint8Array[] = []
  for (const frame of sceneVideo({ ...size, prompt }, layers)) frames.push(frame.y.slice())
  return frames
}

/**
 * How far a row of `later` has to be moved to the right to lie best on the same row of `earlier`, in pixels.
 */
function slide(earlier: Uint8Array | undefined, later: Uint8Array | undefined, row: number): number {
  const { widthPx } = size
  const line = (frame: Uint8Array | undefined) =>
    frame?.subarray(row * widthPx, (row + 1) * widthPx) ?? new Uint8Array()
  const from = line(earlier)
  const to = line(later)
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (let by = -38; by <= 38; by++) {
    const difference = meanDifference(from.subarray(40, 200), to.subarray(40 + by, 200 + by))
    if (difference < least) {
      least = difference
      best = by
    }
  }
  return best
}

describe('composeFrame', () => {
  const target = createYuvPicture(96, 64)
  const place = (layer: SceneLayer) => {
    const planes = yuvLayerFrom(layer)
    const mesh = createMesh(target)
    aimMesh(mesh, planes, { centreX: 0.5, centreY: 0.5, zoom: 1 })
    return { planes, mesh }
  }
  const sheet = (name: string, depth: number, red: number, alpha: number): SceneLayer => {
    const rgba = new Uint8ClampedArray(96 * 64 * 4)
    for (let at = 0; at < rgba.length; at += 4) rgba.set([red, red, red, at % 400 < 200 ? alpha : 0], at)
    return { name, depth, raster: { widthPx: 96, heightPx: 64, rgba }, overscan: 0, motion: 'none' }
  }
  const ground = sheet('ground', 0, 100, 255)
  ground.raster.rgba.forEach((_value, at) => {
    if (at % 4 === 3) ground.raster.rgba[at] = 255
  })

  test('shows what is behind where a layer is empty, the layer where it is opaque, and a mix between', () => {
    const levels = [0, 128, 255].map((alpha) => {
      composeFrame(target, [place(ground), place(sheet('veil', 1, 200, alpha))])
      return target.y[20 * 96 + 20]
    })
    const [clear = 0, half = 0, opaque = 0] = levels
    expect(clear).toBe(16 + Math.round((100 / 255) * 219))
    expect(opaque).toBe(16 + Math.round((200 / 255) * 219))
    expect(Math.abs(half - (clear + opaque) / 2)).toBeLessThanOrEqual(2)
  })

  test('lays a soft layer over the whole picture just as a sampled one', () => {
    const veiled = sheet('veil', 1, 200, 128)
    veiled.raster.rgba.forEach((_value, at) => {
      if (at % 4 === 3) veiled.raster.rgba[at] = 128
    })
    expect(yuvLayerFrom(veiled).veil).toBeDefined()
    composeFrame(target, [place(ground), place(veiled)])
    const expected = 16 + ((100 + 200) / 2 / 255) * 219
    expect(Math.max(...target.y.map((value) => Math.abs(value - expected)))).toBeLessThanOrEqual(1)
  })

  test('lets no colour of empty pixels into the edge of a layer', () => {
    composeFrame(target, [place(ground), place(sheet('veil', 1, 100, 255))])
    expect(Math.max(...target.y) - Math.min(...target.y)).toBeLessThanOrEqual(2)
    expect(Math.max(...target.u) - Math.min(...target.u)).toBeLessThanOrEqual(2)
  })
})

test.each([4, 15])('a video of %i seconds has all its frames', (durationSeconds) => {
  expect(video('a wall', testLayers(size.widthPx, size.heightPx), durationSeconds)).toBe(durationSeconds * 24)
})

test('the painted layers are let go while the video is set up', () => {
  const layers = testLayers(size.widthPx, size.heightPx)
  video('a wall', layers)
  expect(layers).toHaveLength(0)
})

test('no outline of a near thing stays on what is behind it', () => {
  const layers = testLayers(size.widthPx, size.heightPx)
  const [sky, wall] = layers
  if (!sky || !wall) throw new Error('Two layers are needed.')
  const { widthPx, rgba } = sky.raster
  const edge = 60 * widthPx + 100
  wall.raster.rgba[edge * 4 + 3] = 128
  rgba.set([255, 0, 0, 255], edge * 4)
  healEdges(layers)
  expect(rgba.subarray(edge * 4, edge * 4 + 4)).toEqual(rgba.subarray((edge - 1) * 4, (edge - 1) * 4 + 4))
})

test('near things pass faster than far ones when the camera pans', () => {
  const frames = brightness('a wall, pan right')
  const near = Math.abs(slide(frames[30], frames[65], 110))
  const layers = testLayers(size.widthPx, size.heightPx).map((layer) => ({
    ...layer,
    motion: 'none' as const,
  }))
  const still = brightness('a wall, pan right', layers)
  const far = Math.abs(slide(still[30], still[65], 20))
  expect(near).toBeGreaterThan(far + 3)
})

test('pan left and pan right are opposite ways', () => {
  const left = brightness('a wall, pan left')
  const right = brightness('a wall, pan right')
  expect(slide(left[30], left[65], 110) * slide(right[30], right[65], 110)).toBeLessThan(0)
})

test('the scene lives even when the camera stands still', () => {
  const frames = brightness('static shot of a wall')
  const sky = frames.map((frame) => frame.subarray(0, size.widthPx * 50))
  expect(meanDifference(sky[0], sky.at(-1) ?? new Uint8Array())).toBeGreaterThan(1)
})

test('motion is smooth and every prompt makes its own video', () => {
  const frames = brightness('a wall, zoom in')
  const steps = frames.slice(1).map((frame, index) => meanDifference(frame, frames[index]))
  expect(Math.max(...steps)).toBeLessThan(9)
  expect(steps.filter((step) => step > 0.02).length).toBeGreaterThan(80)
  const other = brightness('a wall, zoom in!')
  expect(meanDifference(other[50], frames[50])).toBeGreaterThan(0.1)
  const again = brightness('a wall, zoom in')
  expect(again[50]).toEqual(frames[50])
})

test('rain falls in a video whose prompt says so', () => {
  const dry = brightness('static wall')
  const wet = brightness('static wall in heavy rain')
  const restless = (frames: Uint8Array[]) => meanDifference(frames[40], frames[41])
  expect(restless(wet)).toBeGreaterThan(restless(dry) * 2)
})
