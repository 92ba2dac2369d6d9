// @ts-check

import { readArguments } from '../set-up/arguments.mjs'
import { runQuietly } from '../set-up/child-process.mjs'
import { prepare } from '../set-up/prepare.mjs'
import { gateStages } from './gates.mjs'

/** Gates at a time: as many as continuous integration has cores. */
const gatesAtOnce = 2

/**
 * npm run check: every static gate. All of them run; the exit code is 1 if any fails.
 * @param {readonly string[]} args
 */
export async function check(args) {
  readArguments({ usage: 'npm run check' }, args)
  const { node } = await prepare({ build: 'none' })
  const gates = gateStages.flat()
  const width = Math.max(...gates.map(({ name }) => name.length))
  let failed = 0
  for (const stage of gateStages) {
    const waiting = [...stage]
    const worker = async () => {
      for (let gate = waiting.shift(); gate !== undefined; gate = waiting.shift()) {
        if (!(await runGate(node, gate, width))) failed += 1
      }
    }
    await Promise.all(Array.from({ length: gatesAtOnce }, worker))
  }
  process.stdout.write(`${gates.length - failed} passed, ${failed} failed\n`)
  return failed === 0 ? 0 : 1
}

/**
 * Runs one gate and prints its line, and its output if it fails.
 * @param {string} node
 * @param {import('./gates.mjs').Gate} gate
 * @param {number} width
 * @returns {Promise<boolean>} whether it passed
 */
async function runGate(node, gate, width) {
  const startedAt = Date.now()
  const { code, output } = await runQuietly(node, gate.arguments)
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)
  process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'}  ${gate.name.padEnd(width)} ${seconds} s\n`)
  if (code !== 0) process.stdout.write(`${output.trimEnd().replace(/^/gm, '        ')}\n`)
  return code === 0
}
