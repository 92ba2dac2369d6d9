import { expect, test } from 'vitest'
import { aimMesh, createMesh, displaceMesh } from './mesh.js'
import { drawMapped } from './row-map.js'
import { meanDifference, testPicture } from './support/test-pictures.js'
import { warpYuv } from './warp.js'
import { createYuvPicture, yuvFromRaster } from './yuv-picture.js'

const source = yuvFromRaster(testPicture(200, 118))

function warped(widthPx: number, heightPx: number, shiftX: number) {
  const target = createYuvPicture(widthPx, heightPx)
  const mesh = createMesh(target)
  aimMesh(mesh, source, { centreX: 0.5, centreY: 0.5, zoom: 1 })
  displaceMesh(mesh, (_across, _down, by) => {
    by.x = shiftX
  })
  warpYuv(source, target, mesh)
  return target
}

test('a mesh that changes nothing gives the picture back, all but its last row and column', () => {
  const target = warped(200, 118, 0)
  for (let row = 0; row < 112; row++) {
    const line = row * 200
    expect(target.y.subarray(line, line + 190)).toEqual(source.y.subarray(line, line + 190))
  }
})

test('a shift by half a pixel lies halfway between two pixels: motion is finer than the raster', () => {
  const target = warped(200, 118, 0.5)
  const at = 50 * 200 + 97
  const expected = (source.y[at] + source.y[at + 1]) / 2
  expect(Math.abs(target.y[at] - expected)).toBeLessThanOrEqual(1)
})

test('a mesh that points outside shows the edge, never a border', () => {
  const target = warped(200, 118, 500)
  expect(Math.min(...target.y)).toBeGreaterThan(30)
})

test('a map by rows and a mesh that mean the same draw the same', () => {
  const byMesh = warped(200, 118, 3.25)
  const byRows = createYuvPicture(200, 118)
  drawMapped(source, byRows, (row, map) => {
    for (let column = 0; column < 200; column++) {
      map.xs[column] = column + 3.25
      map.ys[column] = row
    }
  })
  expect(meanDifference(byRows.y, byMesh.y)).toBeLessThan(1)
  expect(meanDifference(byRows.u, byMesh.u)).toBeLessThan(1)
})

test('a view keeps inside its source, however far off its middle is asked for', () => {
  const mesh = createMesh({ widthPx: 96, heightPx: 64 })
  aimMesh(mesh, source, { centreX: 1, centreY: 0, zoom: 1.3, rollRadians: 0.1 })
  expect(Math.min(...mesh.xs)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...mesh.xs)).toBeLessThanOrEqual(200)
  expect(Math.min(...mesh.ys)).toBeGreaterThanOrEqual(-0.01)
})

test('a video with an odd side is refused', () => {
  expect(() => createYuvPicture(101, 50)).toThrow('101x50')
})
