import { expect, test } from 'vitest'
import { toneOf } from '../look/style.ts'
import { engineHealthText } from './engine-health.ts'

test.each([
  [{ health: 'up', downSeconds: 0, paused: null }, 'up', 'good'],
  [{ health: 'down', downSeconds: 12, paused: null }, 'down, tried again in 12 s', 'bad'],
  [{ health: 'down', downSeconds: 0, paused: null }, 'down, its next task tries it', 'bad'],
  [{ health: 'down', downSeconds: 0, paused: {} }, 'paused, down, its next task tries it', 'open'],
] as const)('the health %j is listed as "%s", in its colour', (engine, text, tone) => {
  expect(engineHealthText(engine)).toBe(text)
  expect(toneOf(text)).toBe(tone)
})
