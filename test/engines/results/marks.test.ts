import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type ProductName, productNames } from '../../../server/src/core/domain/products.ts'
import { showTask } from '../../../server/src/operator/show-task.ts'
import { viewTaskHistory } from '../../../server/src/operator/task-views.ts'
import { hasExiftool, readTags } from '../../support/exiftool.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { startEnginePark } from '../service/support/engine-park.ts'
import { expectResult, order, uploadPhoto } from '../service/support/orders.ts'

const isExiftoolHere = await hasExiftool()
const minutesMax = { timeout: 120_000 }
const prompt = 'a lighthouse that only its owner knows of'
const vocabulary = 'http://cv.iptc.org/newscodes/digitalsourcetype'

async function arrange(providersFile: string, environment: Record<string, string> = {}) {
  const service = await startTestService({ environment: { PROVIDERS_FILE: providersFile, ...environment } })
  const account = await service.createAccount('100.00')
  return { service, account, assetId: await uploadPhoto(account) }
}

async function startWithStudio() {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-marks-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const routes = productNames.map((product) => ({ product, providers: ['studio'] }))
  const file = join(folder, 'providers.yaml')
  await writeFile(file, JSON.stringify({ providers: [{ name: 'studio', kind: 'studio' }], routes }))
  return arrange(file)
}

async function startWithEngine(environment: Record<string, string> = {}) {
  const park = await startEnginePark()
  await park.route(Object.fromEntries(productNames.map((product) => [product, ['comfyui' as const]])))
  return arrange(park.file, environment)
}

async function historyOf(service: TestService, id: string) {
  const { output, events } = viewTaskHistory(await showTask(service.database, id))
  return { provenance: output[0]?.provenance, events: events.map(({ what }) => what) }
}

/** The mark that ExifTool reads, and nothing else that names this task, its owner or its engine. */
async function expectMark(bytes: Buffer, id: string, accountId: string, sourceType: string): Promise<void> {
  const tags = await readTags(bytes)
  expect(tags).toMatchObject({
    'XMP-dc:Identifier': id,
    'XMP-iptcExt:DigitalSourceType': `${vocabulary}/${sourceType}`,
    'XMP-xmp:CreatorTool': expect.stringMatching(/^mediagen \d+\.\d+\.\d+/),
    'XMP-xmp:CreateDate': expect.stringMatching(/^\d{4}:\d\d:\d\d \d\d:\d\d:\d\d\.\d{3}Z$/),
  })
  expect(Object.keys(tags).filter((tag) => tag.startsWith('XMP'))).toHaveLength(4)
  for (const text of [prompt, accountId, 'comfyui', 'studio']) expect(bytes.includes(text)).toBe(false)
}

describe.skipIf(!isExiftoolHere)('every result is marked as generated', () => {
  const ofModels = {
    'image.generate': 'trainedAlgorithmicMedia',
    'image.transform': 'compositeWithTrainedAlgorithmicMedia',
    'video.generate': 'trainedAlgorithmicMedia',
    'video.transform': 'compositeWithTrainedAlgorithmicMedia',
  } as const satisfies Record<ProductName, string>

  test('by an engine with a model, in all four products', minutesMax, async () => {
    const { service, account, assetId } = await startWithEngine()
    for (const product of productNames) {
      const id = await order(account, product, prompt, assetId)
      await service.runQueue()
      const bytes = await expectResult(account, id, product)
      await expectMark(bytes, id, account.accountId, ofModels[product])
      const { provenance, events } = await historyOf(service, id)
      expect(provenance).toEqual({ mark: 'xmp' })
      expect(events).toContain('Marked as generated (XMP)')
    }
    await service.expectBooksToAgree()
  })

  test('by the studio, which has no model, an image of an image and a video', minutesMax, async () => {
    const { service, account, assetId } = await startWithStudio()
    for (const product of ['image.transform', 'video.generate'] as const) {
      const id = await order(account, product, prompt, assetId)
      await service.runQueue()
      const bytes = await expectResult(account, id, product)
      await expectMark(bytes, id, account.accountId, 'algorithmicMedia')
    }
  })
})

test('an operator may leave the marks out', minutesMax, async () => {
  const { service, account } = await startWithEngine({ PROVENANCE_MARKS: 'off' })
  const id = await order(account, 'image.generate', prompt)
  await service.runQueue()
  expect((await expectResult(account, id, 'image.generate')).includes('xmpmeta')).toBe(false)
  expect((await historyOf(service, id)).provenance).toBeNull()
})
