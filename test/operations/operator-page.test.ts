import { expect, test } from 'vitest'
import { createAdminCommands } from '../../server/src/commands/operator/commands.ts'
import { auditActions } from '../../server/src/core/domain/audit-actions.ts'
import { readText } from './support/deployment.ts'

const page = readText('docs/operator-page.md')
const commands = createAdminCommands(() => async () => undefined)

test("docs/operator-page.md names every admin command, and none that does not exist or does not take an option's name", () => {
  const calls = [...page.matchAll(/`mediagen-server admin ([a-z-]+)([^`]*)`/g)]
  for (const [, name, rest = ''] of calls) {
    const command = commands.find((one) => one.name() === name)
    expect(command, `admin ${name}`).toBeDefined()
    const taken = (command?.options ?? []).map(({ long }) => long)
    for (const [option] of rest.matchAll(/--[a-z-]+/g))
      expect([name, taken]).toEqual([name, expect.arrayContaining([option])])
  }
  const named = new Set(calls.map(([, name]) => name))
  expect(commands.map((command) => command.name()).filter((name) => !named.has(name))).toEqual([])
})

test('every recorded action but the sign-in is a command of the same name', () => {
  const names = commands.map((command) => command.name())
  expect(auditActions.filter((action) => !names.includes(action))).toEqual(['sign-in'])
})
