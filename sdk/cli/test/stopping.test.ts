import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exitCodes } from '../src/exit-codes.js'
import { png, program, setStage } from './support/command.ts'

test('a command that npx runs ends with the shell of npx, which gets the signals of npx and passes none on', async () => {
  const shell = spawn('sh', ['-c', '"$@"; true', 'sh', process.execPath, program, 'mock', '--port', '0'], {
    env: { ...process.env, npm_command: 'exec' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(shell.stdout, 'data')
  shell.kill()
  // The command holds the pipe open for as long as it runs.
  await once(shell, 'close')
})

describe('Ctrl-C', () => {
  test('ends a wait at once, and prints how to resume it and how to cancel the task', async () => {
    const { run, start, service } = await setStage({ queuedMs: 1000 })
    const waiting = start(['image', 'a fox', '-o', 'fox.png', '--json'])
    await waiting.said('task1: queued')
    waiting.kill('SIGINT')
    const { code, words, output } = await waiting.ended
    expect(code).toBe(exitCodes.interrupted)
    expect(words).toContain('Task task1 has not started. Cancel it with: mediagen tasks cancel task1\n')
    expect(words).toContain('Resume with: mediagen tasks wait task1 -o fox.png\n')
    expect(JSON.parse(output).error).toMatchObject({ name: 'StoppedError', taskId: 'task1', exitCode: code })
    expect((await run(['tasks', 'get', 'task1'])).output).toBe('QUEUED\n')
    expect(service.balance()).toBe('99.98')
  })

  test('waits for the response to a request that may cost money, and no longer', async () => {
    let release = () => undefined
    const released = new Promise<void>((resolve) => {
      release = () => void resolve()
    })
    const { start, service } = await setStage({
      queuedMs: 1000,
      async respond(request, service) {
        const response = await service.handle(request)
        if (request.url.endsWith('/generations')) await released
        return response
      },
    })
    const sending = start(['image', 'a fox', '--idempotency-key', 'k1'])
    await until(() => service.taskCount() === 1)
    sending.kill('SIGINT')
    await sending.said('Waiting for the response, since the task may be charged; its idempotency key is k1')
    release()
    const { code, words } = await sending.ended
    expect(code).toBe(exitCodes.interrupted)
    expect(words).toContain('Resume with: mediagen tasks wait task1')
  })

  test('ends the program at once the second time', async () => {
    const { start, service } = await setStage({
      async respond(request, service) {
        await service.handle(request)
        return new Promise(() => undefined)
      },
    })
    const sending = start(['image', 'a fox'])
    await until(() => service.taskCount() === 1)
    sending.kill('SIGINT')
    await sending.said('Waiting for the response')
    sending.kill('SIGINT')
    expect((await sending.ended).signal).toBe('SIGINT')
  })
})

test('Ctrl-C ends an upload at once, since it costs nothing', async () => {
  let isSending = false
  const { start, folder, service } = await setStage({
    async respond(request, service) {
      if (request.method !== 'PUT') return service.handle(request)
      isSending = true
      return new Promise(() => undefined)
    },
  })
  await writeFile(join(folder, 'photo.png'), png)
  const sending = start(['transform', 'photo.png', 'warmer'])
  await until(() => isSending)
  sending.kill('SIGINT')
  const { code, words } = await sending.ended
  expect([code, service.taskCount()]).toEqual([exitCodes.interrupted, 0])
  expect(words).toContain('mediagen: Interrupted.\n')
})

test('SIGTERM has an exit code of its own', async () => {
  const { start } = await setStage({ queuedMs: 1000 })
  const waiting = start(['image', 'a fox'])
  await waiting.said('task1: queued')
  waiting.kill('SIGTERM')
  expect((await waiting.ended).code).toBe(exitCodes.terminated)
})

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5))
}
