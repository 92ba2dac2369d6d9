// Not run: tsc holds these lines to compile, or not to, as they say.
import { Mediagen } from '../../src/index.js'
import {
  type GenerationOrder,
  type GenerationState,
  useAccount,
  useGeneration,
  useGenerations,
  useTask,
  useUpload,
} from '../../src/react/index.js'

const client = new Mediagen({ baseUrl: 'https://media.test' })
const storage = { getItem: () => undefined, setItem: () => undefined }

export function useWhatCompiles(): unknown[] {
  const { submit, state, result, cost, error } = useGeneration(client, { storage, name: 'order' })
  submit({ product: 'image.generate', prompt: 'a', resolution: '4k' })
  submit({ product: 'image.transform', assetId: 'a', effectId: 'b' }, { maxCost: '1.00' })
  submit({ product: 'video.generate', prompt: 'a', durationSeconds: 15 }, { cancelAfterSeconds: 60 })
  submit({ product: 'video.transform', assetId: 'a', effectId: 'b', durationSeconds: 8 })
  const { generations, submit: add } = useGenerations<{ title: string }>(client, { storage, max: 10 })
  const key: string = add(
    { product: 'image.generate', prompt: 'a' },
    { maxCost: '1', details: { title: 'a' } },
  )
  const title: string | undefined = generations[0]?.details?.title
  const { progress, cancel, retry } = useTask(client, undefined)
  const { upload, assetId } = useUpload(undefined)
  const { account, refresh } = useAccount(client)
  const known: GenerationState = state
  const handlers: (() => unknown)[] = [cancel, retry, refresh, () => upload(new Blob([]))]
  return [
    known,
    key,
    title,
    result?.files[0]?.url,
    cost?.amount,
    error?.name,
    progress,
    assetId,
    account?.balance,
    handlers,
  ]
}

export function useWhatDoesNot(): unknown[] {
  const { submit, reset } = useGeneration(client)
  const { submit: add } = useGenerations<{ title: string }>(client)
  // @ts-expect-error: details are of the type of the list.
  add({ product: 'image.generate', prompt: 'a' }, { details: { name: 'a' } })
  // @ts-expect-error: an order names its product.
  submit({ prompt: 'a' })
  // @ts-expect-error: a file cannot be stored: useUpload gives its id.
  submit({ product: 'image.transform', file: new Blob([]), effectId: 'b' })
  // @ts-expect-error: the hook makes the key.
  submit({ product: 'image.generate', prompt: 'a' }, { idempotencyKey: 'b' })
  // @ts-expect-error: a storage has both methods.
  useGeneration(client, { storage: { getItem: () => null } })
  // @ts-expect-error: a task may have no id yet, and says so.
  useTask(client)
  const video = { product: 'video.transform', assetId: 'a', effectId: 'b' } as const
  // @ts-expect-error: six seconds are not offered.
  const order: GenerationOrder = { ...video, durationSeconds: 6 }
  return [order, reset]
}
