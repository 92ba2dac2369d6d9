import { describe, expect, test } from 'vitest'
import { createRandom } from '../../core/random.js'
import { stageOf } from '../compose-layers.js'
import { type SubjectKind, subjectWords } from '../lexicon/subject-words.js'
import { makeSprite } from '../sprite.js'
import { drawSubject } from './draw-subject.js'
import { subjectTraits } from './subject-traits.js'

const isKind = (kind: string): kind is SubjectKind => kind in subjectWords
const kinds = Object.keys(subjectTraits).filter(isKind)
const viewport = { widthPx: 100, heightPx: 100, scale: 0.1, left: 0, top: 0 }

describe('drawSubject', () => {
  test('draws every kind of the lexicon, well inside its box and without text', async () => {
    const stage = stageOf({ prompt: 'a meadow at noon', widthPx: 100, heightPx: 100 })
    expect(kinds).toHaveLength(Object.keys(subjectWords).length)
    for (const kind of kinds) {
      const drawing = drawSubject(stage, kind, createRandom(1), undefined)
      expect(drawing.body, kind).not.toMatch(/<text|NaN|undefined/)
      const { raster } = await makeSprite(stage, viewport, drawing, 400)
      let covered = 0
      for (let at = 3; at < raster.rgba.length; at += 4) if (raster.rgba[at] > 40) covered++
      const share = covered / (raster.widthPx * raster.heightPx)
      expect(share, kind).toBeGreaterThan(0.02)
      expect(share, kind).toBeLessThan(0.98)
    }
  })
})
