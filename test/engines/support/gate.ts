import { onTestFinished } from 'vitest'
import { parse } from 'yaml'
import type { Gate, GateMedia, GateSubject } from '../../../server/src/core/ports/gate.ts'
import { createGate, type GateSettings } from '../../../server/src/engines/gates/gate.ts'
import { gateOptionsSchema } from '../../../server/src/engines/gates/gate-schema.ts'
import { inputPng, jobs } from './job.ts'

/** An entry of `gates` in the providers file, its options in YAML as operators write them. */
export interface GateEntry extends Partial<Omit<GateSettings, 'options'>> {
  readonly url: string
  readonly options: string
}

/** A gate as the providers file would create it; the caller closes it. Throws if its options are invalid. */
export function openGate({ options, ...entry }: GateEntry): Gate {
  const { value, error } = gateOptionsSchema.validate(parse(options), { abortEarly: false, convert: false })
  if (error !== undefined) throw error
  return createGate({
    name: 'gate',
    at: ['before'],
    products: undefined,
    onFailure: 'refuse',
    apiKey: 'secret-key-of-the-gate',
    model: undefined,
    timeoutMs: 60_000,
    ...entry,
    options: value,
  })
}

/** The same, closed with the test. */
export function gateOf(entry: GateEntry): Gate {
  const gate = openGate(entry)
  onTestFinished(() => gate.close())
  return gate
}

/** The plainest gate: `{"verdict": "allow" | "refuse", "reason": "…"}`. */
export const plainOptions = `
request: { path: /check, json: { prompt: '{{prompt}}', task: '{{taskId}}', upload: '{{uploadId}}', image: '{{image.url}}' } }
verdict: { pointer: verdict, allow: [allow], refuse: [refuse] }
reason: reason
`

export const media: GateMedia = {
  contentType: 'image/png',
  sizeBytes: inputPng.byteLength,
  bytes: async () => inputPng,
  link: async () => 'https://store.example/results/1?signature=y',
}

export const subjects = {
  words: { stage: 'before', job: jobs['image.generate'] },
  input: { stage: 'before', job: jobs['image.transform'] },
  result: { stage: 'after', job: jobs['image.transform'], result: media },
  video: { stage: 'after', job: jobs['video.generate'], result: { ...media, contentType: 'video/mp4' } },
  upload: { stage: 'upload', uploadId: 'f'.repeat(32), input: media },
} as const satisfies Record<string, GateSubject>
