/** What the page keeps with an order. */
export interface JobDetails {
  /** The page's name for the job, from before its upload is done. */
  readonly key: string
  /** The address of its input image, for showing it. */
  readonly inputUrl?: string | undefined
  /** Its price with the currency, until the service has said so. */
  readonly price?: string | undefined
}

/** What only this device knows of a task. */
export interface MadeHere extends Pick<JobDetails, 'key' | 'inputUrl'> {
  readonly taskId: string
}

const tasksMax = 200
/** The tasks whose input images are kept beside, as small copies. */
const imagesMax = 24

/** A list with one more or with one changed, newest first; the oldest lose first their image and then all. */
export function withMade(
  list: readonly MadeHere[],
  { key, taskId, inputUrl }: MadeHere,
): readonly MadeHere[] {
  const others = list.filter((one) => one.taskId !== taskId)
  let images = 0
  return [{ key, taskId, inputUrl }, ...others].slice(0, tasksMax).map(({ inputUrl, ...facts }) => {
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
  const { key, taskId, inputUrl } = Object(json)
  if (typeof key !== 'string' || typeof taskId !== 'string') return []
  return [{ key, taskId, ...(typeof inputUrl === 'string' && { inputUrl }) }]
}
