import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../set-up/project.mjs'
import { withSchemaLine } from './schema-line.mjs'

const before = '## 1.4.0\n\nSchema up to 0002-tasks. Restore needed to go back: no.\n\n- Tasks.\n'
const changelog = `# Changes\n\n## 1.5.0\n\n### Minor Changes\n\n- Notes.\n\n${before}`
const older = ['0001-accounts', '0002-tasks']

/** The line of the newest release, made with these migrations after those of the release before. */
const lineWith = (...newer: string[]) => withSchemaLine(changelog, [...newer, ...older]).split('\n')[4]

describe('the changelog of the server', () => {
  test.each([
    [[], 'Schema up to 0002-tasks. Restore needed to go back: no.'],
    [['0003-notes'], 'Schema up to 0003-notes. Restore needed to go back: no.'],
    [
      ['0003-drop-lanes-needs-1.4.0', '0004-notes'],
      'Schema up to 0004-notes. Restore needed to go back: no.',
    ],
    [
      ['0003-drop-lanes-needs-1.5.0', '0004-notes'],
      'Schema up to 0004-notes. Restore needed to go back: yes.',
    ],
  ])('after the migrations %j says: %s', (newer, line) => {
    expect(lineWith(...newer)).toBe(line)
  })

  test('keeps every other line, and gets the line once', () => {
    const completed = withSchemaLine(changelog, older)
    expect(completed.replace('Schema up to 0002-tasks. Restore needed to go back: no.\n\n', '')).toBe(
      changelog,
    )
    expect(withSchemaLine(completed, ['0003-notes', ...older])).toBe(completed)
  })

  test('says of its newest release what the migrations are', () => {
    const text = readFileSync(join(projectRoot, 'server', 'CHANGELOG.md'), 'utf8')
    expect(text).toMatch(
      /^## \d+\.\d+\.\d+\n\nSchema up to \d{4}-\S+\. Restore needed to go back: (yes|no)\.$/m,
    )
    const names = readdirSync(join(projectRoot, 'server', 'migrations', 'mysql'))
    for (const [, name] of text.matchAll(/^Schema up to (\S+)\. /gm)) expect(names).toContain(`${name}.sql`)
  })
})
