import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { promtool } from '../../scripts/set-up/debian.mjs'
import { readText, readYaml, root } from './support/deployment.ts'
import { pathOfProgram } from './support/system-program.ts'

const rulesFile = 'docs/alerts/database.yaml'
const scenariosFile = 'test/operations/support/database-alert-scenarios.yaml'
const rules: readonly {
  readonly alert: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly runbook: string }
}[] = readYaml(readText(rulesFile)).groups.flatMap(({ rules }: { rules: unknown[] }) => rules)

const program = pathOfProgram(promtool)

test.skipIf(program === undefined)(
  'the alerts of the database each fire in a scenario, and are silent while all is well',
  () => {
    const run = (...args: string[]) => execFileSync(program ?? '', args, { cwd: root, encoding: 'utf8' })
    expect(run('check', 'rules', rulesFile)).toContain('SUCCESS')
    expect(run('test', 'rules', scenariosFile)).toContain('SUCCESS')
    const fired = [...readText(scenariosFile).matchAll(/alertname="(\w+)"/g)].map(([, name]) => name)
    expect([...new Set(fired)].sort()).toEqual(rules.map(({ alert }) => alert).sort())
  },
)

test.each(rules)('$alert leads to its section of the on-call page', ({ alert, labels, annotations }) => {
  expect(annotations.runbook).toBe(`docs/on-call.md#${alert.toLowerCase()}`)
  const text = readText('docs/on-call.md').split(`## ${alert}\n`)[1]?.split('\n## ')[0] ?? ''
  expect(text).toContain(`*${labels.severity}.*`)
  for (const part of ['Impact.', 'Cause.', 'Fix.']) expect(text).toContain(`**${part}** `)
  const [, commands = ''] = /```sh\n([\s\S]*?)```/.exec(text) ?? []
  expect(commands.trim().split('\n')).toHaveLength(3)
})
