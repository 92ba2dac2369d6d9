import { type FieldValue, isFieldValue } from '../contract/read-forms.ts'

/** What the page keeps with an order. */
export interface JobDetails {
  /** The page's name for the job, from before its upload is done. */
  readonly key: string
  /** The address of its input image, for showing it. */
  readonly inputUrl?: string | undefined
  /** Its price with the currency. */
  readonly price?: string | undefined
  /** The name of its effect. */
  readonly effectName?: string | undefined
}

/** What only this device knows of a task: the service tells nobody what was asked for. */
export interface MadeHere extends JobDetails {
  readonly taskId: string
  readonly request: Readonly<Record<string, FieldValue>>
}

/** The tasks whose requests are kept: with prompts of full length, a tenth of a browser's 5 MB. */
const requestsMax = 200
/** The tasks whose input images are kept beside, as small copies. */
const imagesMax = 24

/** A list with one more or with one changed, newest first; the oldest lose first their image and then all. */
export function withMade(list: readonly MadeHere[], one: MadeHere): readonly MadeHere[] {
  const others = list.filter(({ taskId }) => taskId !== one.taskId)
  let images = 0
  return [one, ...others].slice(0, requestsMax).map(({ inputUrl, ...facts }) => {
    if (inputUrl === undefined) return facts
    images += 1
    return images > imagesMax ? facts : { ...facts, inputUrl }
  })
}

/** Reads a stored list, and leaves out what is none of a task. */
export function readMadeHere(json: unknown): readonly MadeHere[] {
  return Array.isArray(json) ? json.flatMap(readOne) : []
}

function readOne(json: unknown): MadeHere[] {
  const { key, taskId, request, ...details } = Object(json)
  if (typeof key !== 'string' || typeof taskId !== 'string') return []
  const fields = Object.entries(Object(request)).filter((field): field is [string, FieldValue] =>
    isFieldValue(field[1]),
  )
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  const { price, effectName, inputUrl } = details
  return [
    {
      key,
      taskId,
      request: Object.fromEntries(fields),
      price: text(price),
      effectName: text(effectName),
      inputUrl: text(inputUrl),
    },
  ]
}
