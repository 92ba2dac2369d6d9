import { isRecord, recordOf } from '../types/record.js'

type Check = (value: unknown) => boolean

/** The fields of a response that must be present, each with what its value must be. */
export type Fields = Readonly<Record<string, Check>>

const text: Check = (value) => typeof value === 'string' && value !== ''
/** Opaque, but a part of a path: a dot or two would lead elsewhere. */
const id: Check = (value) => typeof value === 'string' && /^(?!\.{1,2}$)\S{1,64}$/.test(value)
const amount: Check = (value) => typeof value === 'string' && /^\d{1,30}(\.\d{1,30})?$/.test(value)
const time: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value))
const address: Check = (value) => {
  return typeof value === 'string' && /^https?:/i.test(value) && URL.canParse(value)
}
const count: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0
// Marked, so that a bundler leaves the tables below out where nothing uses them.
const optional = /* @__NO_SIDE_EFFECTS__ */ (check: Check): Check => {
  return (value) => value === undefined || value === null || check(value)
}
const record = /* @__NO_SIDE_EFFECTS__ */ (fields: Fields): Check => {
  return (value) => isRecord(value) && wrongField(fields, value) === undefined
}
const list = /* @__NO_SIDE_EFFECTS__ */ (fields: Fields): Check => {
  return (value) => Array.isArray(value) && value.every(record(fields))
}

const files = optional(
  list({ url: address, contentType: text, sizeBytes: optional(count), thumbnailUrl: optional(address) }),
)

const task = {
  id,
  status: text,
  output: optional(
    record({ images: files, videos: files, removed: optional(record({ code: text, removedAt: time })) }),
  ),
}

/**
 * The fields that the SDK and its callers rely on, in each response. Others may be missing, and unknown
 * values of a status pass, so that a client works with later versions of the service.
 */
export const reliedOn = {
  account: { balance: amount, currency: text },
  pricing: {
    currency: text,
    products: list({ product: text, unit: text, tiers: list({ tier: text, unitPrice: amount }) }),
  },
  effects: { effects: list({ id: text }) },
  examples: { examples: list({}) },
  acceptedTask: { id, status: text, createdAt: time },
  task,
  taskPage: { tasks: list(task), nextCursor: optional(text) },
  /** Tasks that are checked each by itself, so that one that is wrong does not hide the others. */
  followedTasks: { tasks: list({ id, status: text }) },
  usage: { charged: amount, days: list({ date: text, product: text, charged: amount }) },
  cancelledTask: { id, status: (value) => value === 'CANCELLED' },
  reservedUpload: { id, uploadUrl: address, expiresAt: time },
  upload: { id, status: text },
  deletedUpload: { id },
} as const satisfies Record<string, Fields>

/** What a response must be to be used. */
export interface Expected {
  readonly fields: Fields
  /** The id that was asked for; undefined for what has none yet. */
  readonly id?: string | undefined
}

/** The first field that a JSON body lacks, or whose value it cannot have; undefined if there is none. */
export function findWrongField(body: unknown, { fields, id }: Expected): string | undefined {
  if (id !== undefined && recordOf(body).id !== id) return 'id'
  return wrongField(fields, body)
}

function wrongField(fields: Fields, body: unknown): string | undefined {
  const values = recordOf(body)
  return Object.keys(fields).find((name) => !fields[name]?.(values[name]))
}
