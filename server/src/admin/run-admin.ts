import { parseArgs } from 'node:util'
import { type Administration, UnknownIdError } from '../use-cases/administer-accounts.js'
import { type AdminCommand, RefusedError, UsageError } from './command.js'
import { adminCommands } from './commands.js'

const exitFailed = 1
const exitUsage = 2

export interface AdminOutput {
  readonly write: (text: string) => void
  readonly writeError: (text: string) => void
}

/**
 * Runs one admin command and returns its exit code: 0, 1 when it failed or found a disagreement, 2 for a wrong command
 * line. With `--json` standard output holds one JSON document and nothing else. The database is opened only for a
 * command line that makes sense.
 */
export async function runAdmin(
  open: () => Promise<{ accounts: Administration; close: () => Promise<void> }>,
  argv: readonly string[],
  output: AdminOutput,
): Promise<number> {
  const [name, ...rest] = argv
  if (name === undefined || name === 'help' || name === '--help') {
    output.write(`${help()}\n`)
    return name === undefined ? exitUsage : 0
  }
  const command = adminCommands.find((candidate) => candidate.name === name)
  try {
    if (command === undefined) throw new UsageError(`There is no command ${name}.`)
    const { json, given } = parse(command, rest)
    const { accounts, close } = await open()
    try {
      const answer = await command.run(accounts, given)
      output.write(`${json ? JSON.stringify(answer.json, null, 2) : answer.text}\n`)
      return answer.exitCode ?? 0
    } finally {
      await close()
    }
  } catch (error) {
    if (error instanceof UsageError) {
      output.writeError(`${error.message}\n${command === undefined ? help() : usageOf(command)}\n`)
      return exitUsage
    }
    if (error instanceof UnknownIdError || error instanceof RefusedError) {
      output.writeError(`${error.message}\n`)
      return exitFailed
    }
    throw error
  }
}

function parse(
  command: AdminCommand,
  args: string[],
): { json: boolean; given: Parameters<AdminCommand['run']>[1] } {
  const options = Object.fromEntries(command.options.map((option) => [option, { type: 'string' as const }]))
  try {
    const { values, positionals, tokens } = parseArgs({
      args,
      options: { ...options, json: { type: 'boolean' } },
      allowPositionals: true,
      tokens: true,
    })
    const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []))
    const repeated = names.find((name, index) => names.indexOf(name) !== index)
    if (repeated !== undefined) throw new UsageError(`--${repeated} is given more than once.`)
    const given: Record<string, string> = {}
    for (const [name, value] of Object.entries(values)) if (typeof value === 'string') given[name] = value
    return { json: values.json === true, given: { positionals, options: given } }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function help(): string {
  const lines = adminCommands.map((command) => {
    const call = `  ${command.name} ${command.usage}`.padEnd(42)
    return `${call}${command.summary}`
  })
  return ['Usage: mediagen admin COMMAND [--json]', ...lines].join('\n')
}

function usageOf(command: AdminCommand): string {
  return `Usage: mediagen admin ${command.name} ${command.usage} [--json]`.replace(/ {2,}/g, ' ')
}
