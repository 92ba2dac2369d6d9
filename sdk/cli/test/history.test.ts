import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { png, setStage } from './support/command.ts'

describe('mediagen tasks list', () => {
  test('prints the newest first, with what each costs', async () => {
    const { run } = await setStage()
    await run(['image', 'a fox', '-o', 'fox.png'])
    await run(['video', 'waves', '-o', 'waves.mp4'])
    const { code, output } = await run(['tasks', 'list'])
    expect(code).toBe(0)
    const [headings, video = '', image = ''] = output.split('\n')
    expect(headings).toMatch(/^TASK +STATUS +COST +BOOKED +TYPE +ACCEPTED +PROMPT$/)
    expect(video).toMatch(/^task2 +SUCCEEDED +0\.25 USD +charged +video\.generate +\S+Z +waves$/)
    expect(image).toMatch(/^task1 +SUCCEEDED +0\.02 USD +charged +image\.generate +\S+Z +a fox$/)
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
    expect(await run(['tasks', 'list', '--status', 'FAILED', 'CANCELLED'])).toMatchObject({
      output: '',
      words: 'There is no such task.\n',
    })
  })

  test('is searched by a text of the prompt', async () => {
    const { run } = await setStage()
    await run(['image', 'a red fox', 'an owl', '-o', '.'])
    const { output } = await run(['tasks', 'list', '--prompt', 'RED F', '--json'])
    expect(JSON.parse(output)).toMatchObject({
      id: 'task1',
      request: { prompt: 'a red fox', resolution: '1k' },
    })
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

describe('odd answers of a service', () => {
  const respondWith = (tasks: object[]) =>
    setStage({
      respond: async (request, service) =>
        new URL(request.url).pathname.endsWith('/tasks')
          ? Response.json({ tasks, nextCursor: null })
          : service.handle(request),
    })

  test('are shown with a dash for what a task does not say', async () => {
    const { run } = await respondWith([
      { id: 'a', status: 'SUCCEEDED' },
      { id: 'b', status: 'FAILED', type: 5, createdAt: {}, cost: null, error: 'x' },
    ])
    const { code, output } = await run(['tasks', 'list'])
    expect(code).toBe(0)
    expect(output.replaceAll(/ +/g, ' ').split('\n').slice(1)).toEqual([
      'a SUCCEEDED - - - - -',
      'b FAILED - - - - -',
      '',
    ])
    expect((await run(['tasks', 'watch', 'a', 'b'])).words).toBe('')
  })

  test('with far more tasks than were asked for are watched by the ids that were', async () => {
    const createdAt = '2026-01-01T00:00:00.000Z'
    const tasks = Array.from({ length: 150_000 }, (_, index) => ({
      id: `a${index}`,
      type: 'image.generate',
      status: 'CANCELLED',
      createdAt,
    }))
    const { run } = await respondWith(tasks)
    const { code, output } = await run(['tasks', 'watch', 'a1'])
    expect([code, output.split('\n').length]).toEqual([0, 3])
  })
})

describe('mediagen usage', () => {
  test('prints each day with its sums, and the sum of all', async () => {
    const { run } = await setStage()
    await run(['image', 'a fox', '-o', 'fox.png'])
    const { code, output } = await run(['usage'])
    expect(code).toBe(0)
    expect(output).toMatch(/image\.generate +0\.02 +1 +0 +0 +-\n/)
    expect(output).toMatch(/\d{4}-\d\d-01 to \d{4}-\d\d-\d\d: 0\.02 USD\n$/)
    expect(JSON.parse((await run(['usage', '--json'])).output)).toMatchObject({ charged: '0.02' })
  })

  test('ends with 2 for a day that is no date', async () => {
    const { run } = await setStage()
    expect((await run(['usage', '--from', 'yesterday'])).code).toBe(2)
  })
})

describe('mediagen tasks delete-result', () => {
  test('deletes the files of a task, and prints what became of them', async () => {
    const { run } = await setStage()
    await run(['image', 'a fox', '-o', 'fox.png'])
    const deleted = await run(['tasks', 'delete-result', 'task1'])
    expect([deleted.code, deleted.output]).toEqual([
      0,
      expect.stringMatching(/^SUCCEEDED RESULT_DELETED \S+Z\n$/),
    ])
    expect((await run(['tasks', 'delete-result', 'none'])).code).toBe(7)
  })
})

describe('mediagen uploads delete', () => {
  test('deletes an upload, once', async () => {
    const { run, folder } = await setStage()
    await writeFile(join(folder, 'photo.png'), png)
    const { output } = await run(['upload', 'photo.png'])
    const id = output.trim()
    expect(await run(['uploads', 'delete', id])).toMatchObject({ code: 0, output: `${id} deleted\n` })
    expect((await run(['uploads', 'delete', id])).code).toBe(7)
  })
})
