import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { runInBackground, runQuietly } from './child-process.mjs'

const module = JSON.stringify(new URL('./child-process.mjs', import.meta.url).href)

/**
 * A Node that runs `child` in the foreground, as every command of the project does, and ends with its code.
 */
function parentOf(child: string) {
  const program = `
    import { runForeground } from ${module}
    process.exitCode = await runForeground(process.execPath, ['-e', ${JSON.stringify(child)}])`
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

test('the exit code of a child is kept', async () => {
  expect(await once(parentOf('process.exit(7)'), 'close')).toEqual([7, null])
})

test('a child killed by a signal counts as in a shell', async () => {
  expect(await once(parentOf('process.kill(process.pid, "SIGKILL")'), 'close')).toEqual([137, null])
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s reaches the child, whose exit code decides', async (signal) => {
  const parent = parentOf(
    `process.on('${signal}', () => process.exit(3)); setInterval(() => {}, 1000); console.log('ready')`,
  )
  await once(createInterface({ input: parent.stdout }), 'line')
  parent.kill(signal)
  expect(await once(parent, 'close')).toEqual([3, null])
})

test('SIGHUP reaches the child, and ends neither it nor its parent', async () => {
  const parent = parentOf(`
    process.on('SIGHUP', () => console.log('reloaded'))
    process.on('SIGTERM', () => process.exit(3))
    setInterval(() => {}, 1000)
    console.log('ready')`)
  const lines = createInterface({ input: parent.stdout })
  await once(lines, 'line')
  parent.kill('SIGHUP')
  expect(await once(lines, 'line')).toEqual(['reloaded'])
  parent.kill('SIGHUP')
  expect(await once(lines, 'line')).toEqual(['reloaded'])
  parent.kill('SIGTERM')
  expect(await once(parent, 'close')).toEqual([3, null])
})

test('a quiet child returns its whole output and its exit code', async () => {
  const outcome = await runQuietly(process.execPath, [
    '-e',
    'console.log("out"); console.error("err"); process.exit(2)',
  ])
  expect(outcome.code).toBe(2)
  expect(outcome.output).toMatch(/out\n/)
  expect(outcome.output).toMatch(/err\n/)
})

test('a quiet child that ends in order when this process is asked to end is the last step', async () => {
  const child = `process.on('SIGTERM', () => process.exit(0))
    setInterval(() => {}, 1000)
    process.kill(process.ppid, 'SIGTERM')`
  const program = `
    import { runQuietly } from ${module}
    await runQuietly(process.execPath, ['-e', ${JSON.stringify(child)}])
    console.log('the next step')`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  createInterface({ input: parent.stdout }).on('line', (line) => lines.push(line))
  expect(await once(parent, 'close')).toEqual([143, null])
  expect(lines).toEqual([])
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a quiet child that takes the first %s for a wish, as npm does, is asked once more',
  async (signal) => {
    const child = `process.once('${signal}', () => process.on('SIGTERM', () => process.exit(0)))
      setInterval(() => {}, 1000)
      process.kill(process.ppid, '${signal}')`
    const program = `
      import { runQuietly } from ${module}
      await runQuietly(process.execPath, ['-e', ${JSON.stringify(child)}])`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' })
    expect(await once(parent, 'close')).toEqual([143, null])
  },
)

test('a background program reports its exit code, and nothing after it was stopped', async () => {
  const codes: number[] = []
  const run = (program: string) =>
    new Promise<void>((resolve) => {
      const { stop } = runInBackground(process.execPath, ['-e', program], (code) => {
        codes.push(code)
        resolve()
      })
      if (program === endless) resolve(stop())
    })
  const endless = 'setInterval(() => {}, 1000)'
  await run(endless)
  await run('process.exit(4)')
  await run('')
  expect(codes).toEqual([4, 0])
})
