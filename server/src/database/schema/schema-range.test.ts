import { expect, test } from 'vitest'
import { requireSchemaInRange, SchemaTooNewError } from './schema-range.ts'

const dropsColumn = ['0017-workers', '0018-prices', '0019-drop-lanes-needs-1.10.0', '0020-notes']

test('a version runs on a newer schema whose migrations need no later version', () => {
  requireSchemaInRange(['0017-workers', '0099-notes'], '1.0.0')
  requireSchemaInRange([], '1.0.0')
})

test.each(['1.10.0', '1.10.1', '2.0.0'])('%s runs on a schema that needs 1.10.0', (version) => {
  requireSchemaInRange(dropsColumn, version)
})

test.each(['1.0.0', '1.9.3'])('%s rejects a schema that needs 1.10.0, and names both versions', (version) => {
  const check = () => requireSchemaInRange(dropsColumn, version)
  expect(check).toThrow(SchemaTooNewError)
  expect(check).toThrow(
    `its schema (0019-drop-lanes-needs-1.10.0) needs mediagen 1.10.0 or newer, and this is ${version}`,
  )
})

test('of several, the version that the newest needs is named', () => {
  expect(() => requireSchemaInRange([...dropsColumn, '0021-drop-tiers-needs-2.0.0'], '1.0.0')).toThrow(
    'needs mediagen 2.0.0',
  )
})
