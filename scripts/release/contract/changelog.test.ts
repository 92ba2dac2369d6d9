import { expect, test } from 'vitest'
import { readContract } from '../../../openapi/checks/contract.ts'
import { changelogText } from './changelog.ts'

function edited(...edits: readonly (readonly [find: string, replacement: string])[]) {
  let text = JSON.stringify(readContract())
  for (const [find, replacement] of edits) text = text.replace(find, replacement)
  return JSON.parse(text)
}

test('the changelog tells each release from the one before it, the latest first', () => {
  const added = ['"QUEUED","PROCESSING",', '"QUEUED","PROCESSING","PAUSED",'] as const
  const deprecated = ['"operationId":"getTask"', '"operationId":"getTask","deprecated":true'] as const
  const releases = [
    { version: '1.0.0', document: readContract() },
    { version: '1.1.0', document: edited(added) },
  ]
  const changelog = changelogText(releases, edited(added, deprecated))
  expect(changelog.match(/^#+ .*/gm)).toEqual([
    '# Changes of the contract',
    '## Unreleased',
    '### Deprecated',
    '## 1.1.0',
    '### Added',
    '## 1.0.0',
  ])
  expect(changelog).toContain('- `TaskStatus`: value `PAUSED` added (response)\n')
})
