import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { exitCodes } from '../src/exit-codes.js'
import { setStage } from './support/command.ts'

/** Writes to the last of its arguments. */
const writeFrame = 'for last; do :; done; echo frame > "$(echo "$last" | cut -c 6-)"'

/** A stage with an ffmpeg of its own. */
async function stageWithFfmpeg(script = writeFrame) {
  const stage = await setStage()
  const file = join(stage.folder, 'ffmpeg')
  await writeFile(file, `#!/bin/sh\n[ "$1" = -version ] && exit\n${script}\n`, { mode: 0o755 })
  const PATH = `${stage.folder}:/usr/bin:/bin`
  return { ...stage, run: (...words: string[]) => stage.run(words, { env: { PATH } }) }
}

test('--poster saves the first frame beside the video, and prints only the path of the video', async () => {
  const { run, folder } = await stageWithFfmpeg()
  const { code, output, words } = await run('video', 'rain', '--poster', '-o', 'rain.mp4')
  expect([code, output]).toEqual([0, 'rain.mp4\n'])
  expect(words).toContain('The poster is rain.poster.jpg\n')
  expect(await readFile(join(folder, 'rain.poster.jpg'), 'utf8')).toBe('frame\n')
})

test('--poster is made for each of several videos, and for one that is waited for', async () => {
  const { run } = await stageWithFfmpeg()
  const several = await run('video', 'rain on glass', 'snow on roofs', '--poster', '--json')
  const posters = several.output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).files[0].poster)
  expect(posters).toHaveLength(2)
  for (const poster of posters)
    expect(poster).toEqual({
      path: expect.stringMatching(/^task\d\.poster\.jpg$/),
      contentType: 'image/jpeg',
    })
  const { output } = await run('tasks', 'wait', 'task1', '--poster', '--json')
  expect(JSON.parse(output).files[0].poster.path).toBe('task1.poster.jpg')
})

test('the frame of a real video is a JPEG', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-poster-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'red.mp4')
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'color=red:s=64x36:d=1', file])
  const video = new Blob([await readFile(file)], { type: 'video/mp4' })
  const stage = await setStage({ result: () => video })
  const { code, words } = await stage.run(['video', 'rain', '--poster', '-o', '-rain.mp4'])
  expect([code, words]).toEqual([0, expect.stringContaining('The poster is -rain.poster.jpg\n')])
  const poster = await readFile(join(stage.folder, '-rain.poster.jpg'))
  expect(poster.subarray(0, 3).toString('hex')).toBe('ffd8ff')
})

test('a poster that cannot be made is reported, and the video is there', async () => {
  const { run, folder } = await stageWithFfmpeg('echo "no frame" >&2; exit 1')
  const { code, output, words } = await run('video', 'rain', '--poster', '--json', '-o', 'rain.mp4')
  expect([code, JSON.parse(output).files]).toMatchObject([0, [{ path: 'rain.mp4', poster: null }]])
  expect(words).toContain('mediagen: The poster of rain.mp4 was not saved: no frame.\n')
  expect(await readdir(folder)).toContain('rain.mp4')
})

test('--poster without FFmpeg, or to standard output, is rejected before anything is sent', async () => {
  const stage = await setStage()
  const missing = await stage.run(['video', 'rain', '--poster'], { env: { PATH: stage.folder } })
  expect([missing.code, missing.words]).toEqual([exitCodes.usage, expect.stringContaining('install FFmpeg')])
  const streamed = await stage.run(['video', 'rain', '--poster', '-o', '-'])
  expect([streamed.code, stage.service.taskCount()]).toEqual([exitCodes.usage, 0])
})
