import { expect, test } from 'vitest'
import { serverFiles } from '../generate.ts'
import { defaultSettings } from '../settings.ts'
import { variationContract } from '../support/variation.ts'

const contract = variationContract([
  {
    name: 'a tree with defaults',
    body: { $ref: '#/components/schemas/Tree' },
    components: {
      Tree: {
        type: 'object',
        properties: {
          size: { type: 'integer', default: 1 },
          plain: { $ref: '#/components/schemas/Plain' },
          children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
        },
      },
      Plain: { type: 'object', properties: { a: { type: 'string' } } },
      FilledTree: { type: 'object', properties: { b: { type: 'string' } } },
    },
    calls: [],
  },
])

/** The fields of an interface, one after another. */
function fieldsOf(models: string, name: string): string | undefined {
  const [, block] = new RegExp(`interface ${name} \\{\n([^}]*)\n\\}`).exec(models) ?? []
  return block
    ?.replace(/\/\*\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

test('fields that are filled in are required in what a backend is handed, and optional in the model', () => {
  const files = serverFiles(contract, defaultSettings)
  const models = files['models.ts'] ?? ''
  expect(files['default-api.ts']).toContain('  body: FilledTree_\n')
  expect(fieldsOf(models, 'Tree')).toBe('size?: number plain?: Plain children?: Tree[]')
  expect(fieldsOf(models, 'FilledTree_')).toBe('size: number plain?: Plain children?: FilledTree_[]')
  expect(models).not.toContain('FilledPlain')
})

test('fields stay optional in what a backend is handed where nothing fills them in', () => {
  const files = serverFiles(contract, { ...defaultSettings, fillDefaults: false })
  expect(files['default-api.ts']).toContain('  body: Tree\n')
  expect(files['models.ts']).not.toContain('FilledTree_')
})
