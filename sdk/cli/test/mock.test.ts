import { magicPrompts } from '@mediagen/sdk/testing'
import { expect, test } from 'vitest'
import { setStage } from './support/command.ts'

test('mock serves a service in memory until Ctrl-C, on the port that it prints', async () => {
  const { start } = await setStage()
  const mock = start(['mock', '--port', '0', '--balance', '5.00'])
  await mock.said('Ctrl-C stops it')
  const probe = start(['mock', '--port', '0', '--json'])
  await probe.said('Ctrl-C stops it')
  probe.kill('SIGTERM')
  const { output, code } = await probe.ended
  expect([JSON.parse(output), code]).toEqual([{ url: expect.stringMatching(/^http:..127\.0\.0\.1:\d+$/) }, 0])
  mock.kill('SIGINT')
  expect(await mock.ended).toMatchObject({ code: 0, output: expect.stringMatching(/^http:.*\n$/) })
})

test('the help of mock lists each prompt that shows a state, with what it shows', async () => {
  const { run } = await setStage()
  const { output } = await run(['mock', '--help'])
  const listed = [...output.matchAll(/^ {2}(mock: .*?) {2,}(.*)\.$/gm)].map(([, prompt, shows]) => ({
    prompt,
    shows,
  }))
  expect(listed).toEqual(magicPrompts)
})

test('mock says which port to choose where one is taken, and rejects one that is none', async () => {
  const { run, env } = await setStage()
  const port = new URL(env.MEDIAGEN_BASE_URL ?? '').port
  expect(await run(['mock', '--port', port])).toMatchObject({
    code: 2,
    words: expect.stringContaining('choose another --port'),
  })
  expect((await run(['mock', '--port', '99999'])).code).toBe(2)
})
