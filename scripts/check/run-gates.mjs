// @ts-check

import { readArguments } from '../set-up/arguments.mjs'
import { runQuietly } from '../set-up/child-process.mjs'
import { prepare } from '../set-up/prepare.mjs'
import { SetUpError } from '../set-up/project.mjs'
import { gateStages } from './gates.mjs'

/** Gates at a time: as many as continuous integration has cores. */
const gatesAtOnce = 2

/**
 * npm run check: every static gate, or those that have one of the words in their names. All of them run; the exit
 * code is 1 if any fails.
 * @param {readonly string[]} args
 */
export async function check(args) {
  const { words } = readArguments({ usage: 'npm run check [-- WORD …]', wordsMax: 10 }, args)
  const stages = stagesWith(words)
  const { node } = await prepare({ build: 'none' })
  const gates = stages.flat()
  const width = Math.max(...gates.map(({ name }) => name.length))
  let failed = 0
  for (const stage of stages) {
    const results = await runStage(node, stage, width, ({ passed, output }) => {
      if (!passed) process.stdout.write(`${output.trimEnd().replace(/^/gm, '        ')}\n`)
    })
    failed += results.filter(({ passed }) => !passed).length
  }
  process.stdout.write(`${gates.length - failed} passed, ${failed} failed\n`)
  return failed === 0 ? 0 : 1
}

/**
 * The gates that have one of the words in their names, all without a word. Throws a SetUpError for a word in none.
 * @param {readonly string[]} words
 */
export function stagesWith(words) {
  const names = gateStages.flat().map(({ name }) => name)
  const unknown = words.filter((word) => !names.some((name) => name.includes(word)))
  if (unknown.length > 0)
    throw new SetUpError(`no gate has ${unknown.join(' or ')} in its name; they are: ${names.join('; ')}`)
  return gateStages.map((stage) =>
    stage.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word))),
  )
}

/** @typedef {{ gate: import('./gates.mjs').Gate, passed: boolean, output: string }} GateResult */

/**
 * Runs the gates of a stage, all of them even if one fails, and prints a line for each as it ends.
 * @param {string} node
 * @param {readonly import('./gates.mjs').Gate[]} stage
 * @param {number} width of the longest name
 * @param {(result: GateResult) => void} [onResult] called after the line of the gate
 * @returns {Promise<readonly GateResult[]>}
 */
export async function runStage(node, stage, width, onResult = () => undefined) {
  const waiting = [...stage]
  /** @type {GateResult[]} */
  const results = []
  const worker = async () => {
    for (let gate = waiting.shift(); gate !== undefined; gate = waiting.shift()) {
      const startedAt = Date.now()
      const { code, output } = await runQuietly(node, gate.arguments)
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)
      process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'}  ${gate.name.padEnd(width)} ${seconds} s\n`)
      const result = { gate, passed: code === 0, output }
      results.push(result)
      onResult(result)
    }
  }
  await Promise.all(Array.from({ length: gatesAtOnce }, worker))
  return results
}
