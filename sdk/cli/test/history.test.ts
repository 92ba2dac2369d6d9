import { describe, expect, test } from 'vitest'
import { setStage } from './support/command.ts'

describe('mediagen tasks list', () => {
  test('prints the newest first, with what each costs', async () => {
    const { run } = await setStage()
    await run(['image', 'a fox', '-o', 'fox.png'])
    await run(['video', 'waves', '-o', 'waves.mp4'])
    const { code, output } = await run(['tasks', 'list'])
    expect(code).toBe(0)
    const [video = '', image = ''] = output.split('\n')
    expect(video).toMatch(/^task2 .+ video\.generate +SUCCEEDED +0\.25 USD +charged/)
    expect(image).toMatch(/^task1 .+ image\.generate +SUCCEEDED +0\.02 USD +charged/)
  })

  test('is narrowed by its options, over several pages', async () => {
    const { run } = await setStage()
    await run(['image', 'a fox', 'an owl', 'a hare', '-o', '.'])
    const { output } = await run(['tasks', 'list', '--limit', '2', '--json'])
    const ids = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id)
    expect(ids).toEqual(['task3', 'task2'])
    expect((await run(['tasks', 'list', '--status', 'FAILED', 'CANCELLED'])).output).toBe('')
  })

  test.each([
    ['--limit', '0'],
    ['--limit', 'x'],
    ['--status', 'DONE'],
    ['--type', 'image'],
  ])('ends with 2 for %s %s', async (...words) => {
    const { run } = await setStage()
    expect((await run(['tasks', 'list', ...words])).code).toBe(2)
  })
})

describe('mediagen usage', () => {
  test('prints each day with its sums, and the sum of all', async () => {
    const { run } = await setStage()
    await run(['image', 'a fox', '-o', 'fox.png'])
    const { code, output } = await run(['usage'])
    expect(code).toBe(0)
    expect(output).toMatch(/image\.generate +- +1 succeeded +0 failed +0 cancelled +0\.02 USD\n/)
    expect(output).toMatch(/\d{4}-\d\d-01 to \d{4}-\d\d-\d\d: 0\.02 USD\n$/)
    expect(JSON.parse((await run(['usage', '--json'])).output)).toMatchObject({ charged: '0.02' })
  })

  test('ends with 2 for a day that is no date', async () => {
    const { run } = await setStage()
    expect((await run(['usage', '--from', 'yesterday'])).code).toBe(2)
  })
})
