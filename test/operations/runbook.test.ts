import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { errorCodes } from '@mediagen/contract/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAdminCommands } from '../../server/src/commands/operator/commands.ts'
import { taskErrorCodes } from '../../server/src/core/domain/tasks/task-states.ts'
import { openDatabase } from '../../server/src/database/database.ts'
import { migrate } from '../../server/src/database/schema/migrate.ts'
import { createLogger } from '../../server/src/wiring/wire-storage.ts'
import { knownSettings, readText } from './support/deployment.ts'

const runbook = ['runbook', 'backup', 'upgrade', 'accounts', 'operator-page', 'scaling', 'on-call']
  .map((page) => readText(`docs/${page}.md`))
  .join('\n')
const statements = [...runbook.matchAll(/^ *```sql\n([\s\S]*?)^ *```/gm)].map(([, text = '']) => text.trim())

describe('the runbook', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mediagen-runbook-'))
  const file = join(folder, 'database.sqlite')
  beforeAll(async () => {
    const database = openDatabase({ url: `sqlite:${file}` })
    await migrate(database)
    await database.close()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('counts connections by one formula, which the examples follow', () => {
    const most = (process: string) =>
      Number(new RegExp(`^\\| \`${process}\` \\|.*\\| (\\d+) \\|$`, 'm').exec(runbook)?.[1])
    const [api, worker] = [most('api'), most('worker')]
    const [, reserve] = [
      ...(/^`max_connections` ≥ (\d+) × API \+ (\d+) × workers \+ (\d+) /m.exec(runbook) ?? []),
    ].slice(2)
    expect(runbook).toContain(`\`max_connections\` ≥ ${api} × API + ${worker} × workers + ${reserve} `)
    const two = 2 * api + 2 * worker + Number(reserve)
    expect(runbook).toContain(`Two of each: ${two}.`)
    const compose = readText('examples/self-host/compose.yaml')
    expect(compose).toContain(`# 2 API and 2 worker processes need ${two} connections at most`)
    expect(Number(/--max-connections=(\d+)/.exec(compose)?.[1])).toBeGreaterThanOrEqual(two)
    expect(readText('examples/kubernetes/api.yaml')).toContain(`# ${api} connections each: see "Connections"`)
  })

  test('backs up SQLite every night: a file of its own outside the working folder, for its owner alone, which restores', () => {
    const home = join(folder, 'home')
    const kept = join(folder, 'kept')
    const programs = join(folder, 'programs')
    for (const one of [join(home, '.data'), programs]) mkdirSync(one, { recursive: true })
    copyFileSync(file, join(home, '.data', 'mediagen.sqlite'))
    const blocks = [...runbook.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, text = '']) => text)
    const night = ['backup=', 'VACUUM INTO'].map((words) => blocks.find((text) => text.includes(words)) ?? '')
    const script = night.join('').replaceAll('/var/backups/mediagen', kept)
    for (const now of ['2026-03-14T020000', '2026-03-15T020000']) {
      writeFileSync(join(programs, 'date'), `#!/bin/sh\necho ${now}\n`, { mode: 0o755 })
      const path = [programs, dirname(process.execPath), process.env.PATH].join(delimiter)
      execFileSync('sh', ['-euc', script], { cwd: home, env: { ...process.env, PATH: path } })
    }
    expect(readdirSync(kept)).toEqual(['2026-03-14T020000.sqlite', '2026-03-15T020000.sqlite'])
    expect(readdirSync(home)).toEqual(['.data'])
    for (const name of readdirSync(kept)) {
      const backup = join(kept, name)
      expect(statSync(backup).mode & 0o777).toBe(0o600)
      using restored = new DatabaseSync(backup, { readOnly: true })
      expect(restored.prepare('select count(*) as tasks from tasks').get()).toEqual({ tasks: 0 })
    }
  })

  test('names the severities of the log as they are', () => {
    const [, severities = ''] = /^\| `severity` \| ([^;]*);/m.exec(runbook) ?? []
    const used = new Set<string>()
    const logger = createLogger(
      { logLevel: 'trace' },
      { write: (line) => used.add(JSON.parse(line).severity) },
    )
    for (const level of ['trace', 'debug', 'info', 'warn', 'error'] as const) logger[level]('any')
    expect([...severities.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual([...used])
  })

  test('calls commands that exist, with options that they take', () => {
    const main = readText('server/src/main.ts')
    const calls = [...runbook.matchAll(/mediagen-server (serve|api|worker|migrate|admin)\b([^\n`]*)/g)]
    expect(calls.length).toBeGreaterThan(8)
    const adminCommands = createAdminCommands(() => async () => undefined)
    for (const [, command = '', rest = ''] of calls) {
      expect(main).toMatch(new RegExp(`^  ${command}: \\{$`, 'm'))
      if (command !== 'admin') continue
      const [, name = ''] = /^ ([a-z-]+)/.exec(rest) ?? []
      if (name === '') continue
      const known = adminCommands.find((one) => one.name() === name)
      expect(known, `admin ${name}`).toBeDefined()
      const taken = ['--json', ...(known?.options ?? []).map(({ long }) => long)]
      const options = [...rest.matchAll(/--[a-z-]+/g)].map(([option]) => option)
      expect(options.filter((option) => !taken.includes(option))).toEqual([])
    }
  })

  const portable = statements.filter((statement) => statement.startsWith('select '))

  test('has SQL statements, all of them read-only but the one of the way back to the version before', () => {
    expect(portable.length).toBeGreaterThan(4)
    const others = statements.filter((statement) => !/^(select|show) /.test(statement))
    expect(others).toEqual([expect.stringMatching(/^update rate_limits /)])
    for (const statement of statements.filter((one) => !others.includes(one))) {
      expect(statement).not.toMatch(/\b(update|insert|delete|for share)\b/i)
    }
  })

  test.each(portable)('runs on the schema as it is: %s', (statement) => {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      expect(database.prepare(statement).columns().length).toBeGreaterThan(0)
    } finally {
      database.close()
    }
  })

  test('names settings that the server reads', () => {
    const named = [
      ...runbook.matchAll(
        /`?\b((?:WORKER|METRICS|SIGNING|PROVIDERS|DATABASE|CATALOGUE|UPLOADS?)_[A-Z_]+)\b/g,
      ),
    ].map(([, name = '']) => name)
    expect(named.length).toBeGreaterThan(5)
    const codes: string[] = [...taskErrorCodes, ...Object.keys(errorCodes)]
    expect(named.filter((name) => !knownSettings.includes(name) && !codes.includes(name))).toEqual([])
  })

  test('explains every code that a task can fail with', () => {
    const rows = [...runbook.matchAll(/^\| ([A-Z_, ]+) \|/gm)].flatMap(([, cell = '']) => cell.split(', '))
    expect(rows.sort()).toEqual([...taskErrorCodes].sort())
  })
})
