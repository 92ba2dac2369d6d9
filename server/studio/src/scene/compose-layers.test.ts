import { describe, expect, test } from 'vitest'
import { createRaster, type Raster } from '../core/raster.js'
import { layerOverscan, paintLayers } from './compose-layers.js'
import { crop, paintOver } from './layer.js'
import { paintScene } from './paint-scene.js'

const [widthPx, heightPx] = [200, 120]

async function flattened(prompt: string): Promise<Raster> {
  const layers = await paintLayers({ prompt, widthPx, heightPx })
  const [first] = layers
  if (!first) throw new Error('A scene has at least one layer.')
  const flat = createRaster(first.raster.widthPx, first.raster.heightPx)
  for (const layer of layers) paintOver(flat, layer.raster)
  return crop(
    flat,
    Math.round(widthPx * layerOverscan),
    Math.round(heightPx * layerOverscan),
    widthPx,
    heightPx,
  )
}

describe('paintLayers', () => {
  test.each([
    'a lighthouse in a storm',
    'three hot air balloons over green hills',
    'a bowl of oranges, oil painting',
    'a cat on a windowsill, watercolor',
    'abstract thoughts',
    'city skyline at night',
    'a whale beneath the waves',
  ])('flattens "%s" to about the picture that paintScene gives', async (prompt) => {
    const flat = await flattened(prompt)
    const scene = await paintScene({ prompt, widthPx, heightPx })
    let sum = 0
    for (let at = 0; at < scene.rgba.length; at++) sum += Math.abs(scene.rgba[at] - flat.rgba[at])
    expect(sum / (widthPx * heightPx * 3)).toBeLessThan(14)
  })

  test('gives layers back to front, overscanned alike, the first one opaque, and is deterministic', async () => {
    const request = { prompt: 'a sailboat on a lake with a castle and two balloons', widthPx, heightPx }
    const layers = await paintLayers(request)
    expect(layers.length).toBeGreaterThan(3)
    const depths = layers.map(({ depth }) => depth)
    for (const depth of depths) expect(depth >= 0 && depth <= 1).toBe(true)
    for (const { raster, overscan } of layers) {
      expect([raster.widthPx, raster.heightPx]).toEqual([
        widthPx + 2 * Math.round(widthPx * overscan),
        heightPx + 2 * Math.round(heightPx * overscan),
      ])
    }
    expect(layers[0]?.raster.rgba.every((value, at) => at % 4 !== 3 || value === 255)).toBe(true)
    const again = await paintLayers(request)
    again.forEach((layer, index) => {
      const twin = layers[index]
      expect(twin && Buffer.compare(Buffer.from(twin.raster.rgba), Buffer.from(layer.raster.rgba))).toBe(0)
    })
  })
})
