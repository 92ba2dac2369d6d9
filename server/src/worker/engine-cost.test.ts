import { describe, expect, test } from 'vitest'
import { costOf } from './engine-cost.ts'

const image = { parameters: {} }
const video = { parameters: { durationSeconds: 8 } }

describe('what an engine charges for a result', () => {
  test('is its price of an image, or that of each second of a video, exactly', () => {
    const cost = { perImage: '0.04', perSecond: '0.000001' }
    expect(`${costOf({ cost }, image)}`).toBe('0.04')
    expect(`${costOf({ cost }, video)}`).toBe('0.000008')
  })

  test.each([{}, { cost: {} }])('is unknown where the providers file does not say: %j', (provider) => {
    expect([costOf(provider, image), costOf(provider, video)]).toEqual([undefined, undefined])
  })
})
