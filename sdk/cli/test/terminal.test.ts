import { EventEmitter, once } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { exitCodes } from '../src/exit-codes.js'
import { run } from '../src/run.js'
import type { StopSignal, Terminal } from '../src/terminal.js'
import { type Stage, setStage } from './support/command.ts'

/** A terminal on which somebody sits, with what they see. */
function sitAt({ env, folder }: Stage) {
  const signals = new EventEmitter()
  const stream = () => Object.assign(new PassThrough(), { isTTY: true, columns: 120 })
  const [stdin, stdout, stderr] = [stream(), stream(), stream()]
  let seen = ''
  stderr.on('data', (chunk: Buffer) => {
    seen += chunk.toString()
    signals.emit('seen')
  })
  const terminal: Terminal = {
    env,
    stdin,
    stdout,
    stderr,
    onStop(listener: (signal: StopSignal) => void) {
      signals.on('stop', listener)
      return () => signals.off('stop', listener)
    },
  }
  return {
    start: (...args: string[]) => run([...args, '-o', folder], terminal),
    pressCtrlC: () => signals.emit('stop', 'SIGINT'),
    type: (text: string) => stdin.write(text),
    seen: () => seen,
    async sees(text: string) {
      while (!seen.includes(text)) await once(signals, 'seen')
    },
  }
}

test('a person sees a bar that is full when the result is saved', async () => {
  const person = sitAt(await setStage())
  expect(await person.start('image', 'a fox')).toBe(exitCodes.ok)
  expect(person.seen()).toMatch(/task1 █{32} +\d\.\d s {2}saved/)
  expect(person.seen()).toMatch(/task1 █+░+ +\d\.\d s {2}waiting/)
})

test('a person who presses Ctrl-C may cancel a task that waits, and is refunded', async () => {
  const stage = await setStage({ queuedMs: 1000 })
  const person = sitAt(stage)
  const ended = person.start('image', 'a fox')
  await person.sees('queued')
  expect(stage.service.balance()).toBe('99.98')
  person.pressCtrlC()
  await person.sees('Cancel it and be refunded? [y/N] ')
  person.type('y\n')
  expect(await ended).toBe(exitCodes.taskCancelled)
  expect(stage.service.balance()).toBe('100.00')
})

test.each(['n\n', '\n', '\u0003'])('a person who answers %j leaves the task as it is', async (answer) => {
  const stage = await setStage({ queuedMs: 1000 })
  const person = sitAt(stage)
  const ended = person.start('image', 'a fox')
  await person.sees('queued')
  person.pressCtrlC()
  await person.sees('[y/N] ')
  person.type(answer)
  expect(await ended).toBe(exitCodes.interrupted)
  expect(person.seen()).toContain('Go on with: mediagen tasks wait task1')
  expect(stage.service.balance()).toBe('99.98')
})
