import sharp from 'sharp'
import { expect } from 'vitest'
import { readVideo } from '../../../server/studio/src/video/support/read-video.ts'
import { type Account, colourOf, type Stage } from './stage.ts'

/** A task as a client lists it: its id, and what it costs. */
export interface Listed {
  readonly id: string
  readonly amount: string
}

/** A program that somebody might write, as the story drives it. */
export interface Client {
  /** What `order` orders; `make` makes an image. */
  readonly ordered: 'image.generate' | 'video.generate'
  /** Orders an image and waits for it. */
  make(prompt: string): Promise<{ readonly id: string; readonly bytes: Uint8Array }>
  /** Orders, and resolves to the id of the task once it is accepted. */
  order(prompt: string): Promise<string>
  /**
   * Begins anew, as a reload or a restart does: nothing is left but what the program saved. Resolves to the id
   * of the task that it goes on with.
   */
  reload(): Promise<string>
  /** Its own tasks, in its order. */
  list(): Promise<readonly Listed[]>
  /** Waits for the task that it goes on with. */
  result(): Promise<Uint8Array>
  /** Ends it. */
  close(): Promise<void>
}

const durationSeconds = 4
const framesPerSecond = 24

/** What every client goes through: order, reload, list, result. */
export async function tellStory(stage: Stage, { owner }: Account, client: Client): Promise<void> {
  const made = await client.make('a fox')
  await expectImage(made.bytes, 'a fox')

  stage.hold()
  const ordered = await client.order('a heron')
  expect(await client.reload()).toBe(ordered)
  const listed = await client.list()
  stage.release()
  const bytes = await client.result()
  if (client.ordered === 'image.generate') await expectImage(bytes, 'a heron')
  else expect((await readVideo(bytes)).frames).toHaveLength(durationSeconds * framesPerSecond)

  // Both were ordered once, and paid as they were shown.
  const { tasks } = await owner.tasks.list()
  const costs = tasks.map(({ cost }) => Number(cost?.amount))
  expect(tasks.map(({ status, type }) => [status, type])).toEqual([
    ['SUCCEEDED', client.ordered],
    ['SUCCEEDED', 'image.generate'],
  ])
  expect(listed.map(({ id }) => id)).toEqual([ordered, made.id])
  expect(listed.map(serviceId)).toEqual(tasks.map(({ id }) => id))
  expect(listed.map(({ amount }) => Number(amount))).toEqual(costs)
  const { balance } = await owner.account()
  expect(Number(balance)).toBeCloseTo(10 - costs.reduce((sum, cost) => sum + cost, 0), 6)
}

/** A page behind the proxy has ids with a signature after a dot. */
function serviceId({ id }: Listed): string | undefined {
  return id.split('.')[0]
}

async function expectImage(bytes: Uint8Array, prompt: string): Promise<void> {
  const { channels } = await sharp(bytes, { failOn: 'error' }).stats()
  const { r, g, b } = colourOf(prompt)
  const one = (value: number) => ({ min: value, max: value })
  expect(channels).toMatchObject([one(r), one(g), one(b)])
}
