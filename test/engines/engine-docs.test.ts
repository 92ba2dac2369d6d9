import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { at, listAt, textAt } from '../../server/src/adapters/engine/json-path.ts'
import { geminiKind } from '../../server/src/adapters/gemini/gemini.ts'
import { openaiImagesKind } from '../../server/src/adapters/openai-images/openai-images.ts'
import { openaiVideosKind } from '../../server/src/adapters/openai-videos/openai-videos.ts'
import { sdapiKind } from '../../server/src/adapters/sdapi/sdapi.ts'

const kinds = [openaiImagesKind, openaiVideosKind, geminiKind, sdapiKind]

function pageOf(kind: string): Promise<string> {
  return readFile(new URL(`../../docs/engines/${kind}.md`, import.meta.url), 'utf8')
}

describe('the pages of the engines', () => {
  test.each(kinds)('the example of $kind is one that the providers file takes', async ({ kind, options }) => {
    const example = /```yaml\n(.*?)```/s.exec(await pageOf(kind))?.[1] ?? ''
    const [provider] = listAt(parse(example), 'providers')
    expect(textAt(provider, 'kind')).toBe(kind)
    expect(options.validate(at(provider, 'options') ?? {}).error).toBeUndefined()
  })

  test.each(kinds)('the page of $kind names all options, and none beside them', async ({ kind, options }) => {
    const page = await pageOf(kind)
    const table = page.slice(page.indexOf('| Option |')).split('\n\n')[0] ?? ''
    const named = table
      .split('\n')
      .slice(2)
      .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name))
    expect(named.toSorted()).toEqual(Object.keys(options.describe().keys).toSorted())
  })

  test.each([openaiImagesKind, openaiVideosKind])(
    'the dialects of $kind are options',
    async ({ kind, options }) => {
      const page = await pageOf(kind)
      const table = page.slice(page.indexOf('| Engine | Options |')).split('\n\n')[0] ?? ''
      const settings = [...table.matchAll(/`(\w+: [^`]+)`/g)].map(([, setting]) => parse(setting ?? ''))
      expect(settings.length).toBeGreaterThan(4)
      const encoding = kind === 'openai-videos' ? { encoding: 'json' } : {}
      for (const setting of settings)
        expect(options.validate({ ...encoding, ...setting }).error, JSON.stringify(setting)).toBeUndefined()
    },
  )
})
