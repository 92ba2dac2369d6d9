import type { Auth, Pointer, RequestTemplate } from '../shared/templates/call-options.ts'

/** How a gate is asked and how its response is read. */
export interface GateOptions {
  readonly preset?: string
  readonly auth: Auth
  readonly headers: Readonly<Record<string, string>>
  readonly request: RequestTemplate
  readonly verdict: VerdictOptions
  /** Where the response names its reason: texts, numbers, or an object whose `true` keys are the reasons. */
  readonly reason?: Pointer
}

/** Exactly one of `pointer` and `scores`, with or without `http`; or `http` alone. */
export interface VerdictOptions {
  /** Where the verdict is, and which of its values mean what; `*` in a value stands for anything. */
  readonly pointer?: Pointer
  readonly allow: readonly (string | number | boolean)[]
  readonly refuse: readonly (string | number | boolean)[]
  /** Scores by their pointers, each refused from this number on. */
  readonly scores?: Readonly<Record<string, number>>
  /** What an answer that allows must say elsewhere too, by pointers: each value there must be one of these. */
  readonly requires: Readonly<Record<string, VerdictOptions['allow']>>
  /** What an HTTP status means by itself. */
  readonly http: Readonly<Record<string, 'allow' | 'refuse'>>
}

/** The media of a subject, and the forms in which a request may carry them. */
export const mediaNames = ['image', 'input', 'result'] as const
export const mediaForms = ['url', 'dataUrl', 'base64', 'file'] as const
export type MediaForm = (typeof mediaForms)[number]

/** The placeholders of a gate's request; `apiKey` is for bodies alone. */
export const gatePlaceholders: readonly string[] = [
  'prompt',
  'negativePrompt',
  'prompts',
  'product',
  'model',
  'taskId',
  'uploadId',
  'apiKey',
  ...mediaNames.flatMap((name) => mediaForms.map((form) => `${name}.${form}`)),
]
