import { expect, test } from 'vitest'
import { toneOf } from '../look/style.ts'
import { engineHealthText } from './engine-health.ts'

test.each([
  [{ health: 'up', downSeconds: 0 }, 'up', 'good'],
  [{ health: 'down', downSeconds: 12 }, 'down, tried again in 12 s', 'bad'],
  [{ health: 'down', downSeconds: 0 }, 'down, its next task tries it', 'bad'],
] as const)('the health %j is listed as "%s", in its colour', (engine, text, tone) => {
  expect(engineHealthText(engine)).toBe(text)
  expect(toneOf(text)).toBe(tone)
})
