// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

/** An accepted generation. Its result is not ready yet; poll the task. */
export interface AcceptedTask {
  /** Id to poll the task with. */
  id: Id
  /**
   * Always `QUEUED`: the task's status when it was accepted. A replay repeats it; poll the task for its current
   * status.
   */
  status: TaskStatus
  /** When the task was accepted. */
  createdAt: Timestamp
  /** What the task costs, reserved when it was accepted. A replay repeats it. */
  cost?: Cost
}

/** The account that the presented API key belongs to. */
export interface Account {
  /** Id of the account. */
  id: Id
  /** Amount available to spend. The prices of unfinished tasks are already deducted. */
  balance: Amount
  /** Currency of the balance. */
  currency: Currency
  /** The API key of this request, and what the operator allows it to do. */
  key?: AccountKey
}

/** An API key without its secret. A restriction that is null does not apply. */
export interface AccountKey {
  /** Id of the key, the part between its two underscores. */
  id: Id
  /** What the operator calls the key, or null. */
  name: string | null
  /**
   * When the key stops working, or null if it does not expire.
   * @format date-time
   */
  expiresAt: string | null
  /** The only products that the key may order, or null if it may order all. */
  products: Product[] | null
  /** Whether the key may only read; it then cannot order, upload or cancel. */
  readOnly: boolean
  /** What the key may do at most, beside the limits of the account. */
  limits: AccountKeyLimits
  /** What the orders of the key have cost without refunds, or null if no spending limit was ever set for it. */
  spent: AccountKeySpending | null
}

/** What a key may do at most. A limit that is null does not apply. */
export interface AccountKeyLimits {
  /** What the orders of one UTC day may cost, or null. */
  day: Amount | null
  /** What all orders together may cost, or null. */
  total: Amount | null
  /**
   * Generation requests in any 60 seconds, or null if only the rate limit of the account applies.
   * @isInt
   * @minimum 1
   */
  requestsPerMinute: number | null
}

/** What the orders of a key have cost since its first spending limit was set. Orders that were refunded do not count. */
export interface AccountKeySpending {
  /** Cost of the orders of the current UTC day. */
  day: Amount
  /** Cost of all orders. */
  total: Amount
}

/**
 * An exact amount of money as a decimal string with two to six decimals. Never a floating-point number.
 * @pattern ^(0|[1-9][0-9]{0,12})\.[0-9]{2,6}$
 */
export type Amount = string

/** Why a request was refused or failed. */
export interface ApiError {
  /**
   * The HTTP status of the response.
   * @isInt
   * @minimum 400
   * @maximum 599
   */
  status: number
  /** What went wrong, for a program to branch on. */
  code: ApiErrorCode
  /** What went wrong, for a person to read. Its wording may change. */
  message: string
  /**
   * The same id as in the `X-Request-Id` header.
   * @minLength 1
   * @maxLength 128
   */
  requestId: string
  /** The invalid places in the request; absent if there are none. */
  details?: ApiErrorDetail[]
}

/** What went wrong, for a program to branch on. A code is never renamed or given another meaning. */
export type ApiErrorCode = 'INVALID_REQUEST' | 'INVALID_JSON' | 'ASSET_NOT_USABLE' | 'EFFECT_NOT_USABLE' | 'UPLOAD_NOT_RECEIVED' | 'UNAUTHENTICATED' | 'INSUFFICIENT_BALANCE' | 'KEY_NOT_PERMITTED' | 'KEY_LIMIT_REACHED' | 'ACCOUNT_NOT_ACTIVE' | 'NOT_FOUND' | 'TASK_NOT_FOUND' | 'UPLOAD_NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'REQUEST_TIMEOUT' | 'IDEMPOTENCY_CONFLICT' | 'TASK_NOT_CANCELLABLE' | 'STORAGE_LIMIT_REACHED' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'RATE_LIMITED' | 'TOO_MANY_OPEN_TASKS' | 'TOO_MANY_OPEN_UPLOADS' | 'INTERNAL' | 'TIER_UNAVAILABLE' | 'SERVICE_UNAVAILABLE'

/** One invalid place in the request. */
export interface ApiErrorDetail {
  /**
   * JSON Pointer to the field of the body, such as `/prompt`; empty for the body as a whole. A parameter or header is
   * named the same way, such as `/taskId`, `/surface` or `/Idempotency-Key`.
   */
  path: string
  /** What is wrong there, for a person to read. */
  message: string
}

/** A reference to a media file of the gallery. */
export interface AssetReference {
  /**
   * Id of the file within the gallery. It is not one of your uploads: a transformation refuses it
   * as `assetId`.
   */
  assetId: Id
}

/** A task that will not run. Its reservation is back in your balance. */
export interface CancelledTask {
  /** Id of the task. */
  id: Id
  /** Always `CANCELLED`. */
  status: 'CANCELLED'
}

/** What a task costs, and what has become of the money. */
export interface Cost {
  /** The price of the task, fixed when it was accepted. A refunded task cost nothing in the end. */
  amount: Amount
  /** Currency of the amount. */
  currency: Currency
  /** What has become of the amount. */
  state: CostState
}

/**
 * What has become of a task's price. `reserved`: deducted from the balance while the task is unfinished. `charged`: spent,
 * because the task succeeded. `refunded`: back in the balance, because it failed or was cancelled.
 */
export type CostState = 'reserved' | 'charged' | 'refunded'

/**
 * ISO 4217 code of the currency that amounts are in. Always `USD` today.
 * @pattern ^[A-Z]{3}$
 */
export type Currency = string

/**
 * A day in UTC.
 * @format date
 */
export type Day = string

/** A ready-made look or motion that you apply to an uploaded image by its id. */
export interface Effect {
  /** Send it as `effectId` in a transformation. */
  id: Id
  /** Short display name. */
  name: string
  /** What the effect does to an image. */
  description: string
  /** Whether it is for image transformations or for video transformations. */
  surface: Surface
  /**
   * Parameters that the effect presets. A preset applies to a field that you leave out; your own value always
   * takes precedence. Empty if the effect presets nothing.
   */
  defaults: ParameterPresets
}

/** The available effects. */
export interface EffectCatalogue {
  /** Effects, limited to the requested surface if one was given. */
  effects: Effect[]
}

/** The gallery examples. */
export interface Gallery {
  /** Examples, limited to the requested surface if one was given. */
  examples: GalleryExample[]
}

/** A heading that gallery examples are grouped under. */
export interface GalleryCategory {
  /** Id of the category. */
  id: Id
  /** Heading to display. */
  label: string
  /** Categories are shown in ascending order of this value. */
  sortOrder: number
}

/** A finished result that shows what an effect does, with the request that produces a similar one. */
export interface GalleryExample {
  /** Id of the example. */
  id: Id
  /** Whether it shows an image or a video. */
  surface: GallerySurface
  /** Heading of the example. */
  title: string
  /** One sentence below it. */
  caption: string
  /** Name of the request field that the example is about. Always `effectId`. */
  parameter: 'effectId'
  /** Fields of a transformation request that produces a similar result; add your own `assetId`. */
  request: ParameterPresets
  /** The heading that the example is grouped under, or null. */
  category: GalleryCategory | null
  /** The input image. */
  input: AssetReference
  /** A still of the output to show before a video plays, or null. */
  poster: AssetReference | null
  /** The image or video that the effect produced. */
  output: AssetReference
  /** A small blurred placeholder for the poster while it loads, or null. */
  blurredPoster: AssetReference | null
  /** A small blurred placeholder for the output while it loads, or null. */
  blurredOutput: AssetReference | null
  /**
   * Width of the output in pixels, or null where it is not known.
   * @isInt
   * @minimum 1
   */
  width: number | null
  /**
   * Height of the output in pixels, or null where it is not known.
   * @isInt
   * @minimum 1
   */
  height: number | null
}

/** Whether the example shows an image or a video. Apart from statuses and codes, the only enumeration in upper case. */
export type GallerySurface = 'IMAGE' | 'VIDEO'

/**
 * Opaque string of up to 64 characters. Its form may change; do not parse it.
 * @minLength 1
 * @maxLength 64
 */
export type Id = string

/** Media type of an image that can be uploaded. */
export type ImageContentType = 'image/jpeg' | 'image/png' | 'image/webp'

/** An image to make from a prompt. */
export interface ImageGenerationRequest {
  /** What the image shows, 1 to 2000 characters. */
  prompt: Prompt
  /** What to keep out of the image, at most 1000 characters. */
  negativePrompt?: NegativePrompt
  /**
   * Length of the long edge, `1k` = 1024, `2k` = 2048, `4k` = 4096 pixels. Sets the price.
   * @default "1k"
   */
  resolution?: '1k' | '2k' | '4k'
  /**
   * Width to height.
   * @default "1:1"
   */
  aspectRatio?: '1:1' | '9:16' | '16:9' | '4:3' | '3:4' | '3:2' | '2:3' | '2:1' | '1:2'
}

/** The fields of an image transformation. */
export interface ImageTransformationFields {
  /** The image to start from, one of your `READY` uploads. */
  assetId: Id
  /**
   * An effect of surface `image`. It supplies the instruction and may preset `resolution` and `aspectRatio`. Required
   * unless you give a prompt.
   */
  effectId?: Id
  /**
   * What to do with the image, 1 to 2000 characters. With an effect, it is added to the effect's instruction and never
   * replaces it. Required unless you give an effect.
   */
  prompt?: Prompt
  /**
   * Length of the long edge, `hd` = 1024, `fhd` = 1280 pixels, whatever the size of the input. Sets the price. If
   * omitted: the effect's preset, or `hd` if it has none.
   * @default "hd"
   */
  resolution?: 'hd' | 'fhd'
  /**
   * Width to height of the output. If omitted: the effect's preset, or the aspect ratio of the input image as it is
   * displayed if it has none.
   */
  aspectRatio?: '1:1' | '9:16' | '16:9' | '4:3' | '3:4' | '3:2' | '2:3'
}

/**
 * An image to make from one of your uploads. Say how with an effect, with a prompt, or with both: at least one of
 * `effectId` and `prompt` is required.
 */
export type ImageTransformationRequest = ImageTransformationFields & ({
  /** The effect to apply. */
  effectId: Id
} | {
  /** What to do with the image. */
  prompt: Prompt
})

/**
 * What you do not want to see: at most 1000 characters, counted as Unicode code points. An empty string equals none.
 * The null character and lone surrogates are refused.
 * @maxLength 1000
 * @pattern ^[^\u0000\uD800-\uDFFF]*$
 */
export type NegativePrompt = string

/** Request parameters by name, each a string or a number. */
export type ParameterPresets = { [key: string]: string | number }

/** What every generation costs. */
export interface Pricing {
  /** Currency of all prices below. */
  currency: Currency
  /** Every product that is currently available. */
  products: ProductPricing[]
}

/** What one `unitPrice` buys. Images are priced per `image`, videos per `second` of their duration. */
export type PricingUnit = 'image' | 'second' | 'unit'

/**
 * What is generated, and from what: an image from a prompt, an image from an uploaded image, a video from a prompt, a
 * video from an uploaded image. Used for products in the price list and as the type of a task.
 */
export type Product = 'image.generate' | 'image.transform' | 'video.generate' | 'video.transform'

/** The prices of one product. */
export interface ProductPricing {
  /** The product. */
  product: Product
  /** What one `unitPrice` buys. */
  unit: PricingUnit
  /** One price for each resolution that the product offers. */
  tiers: TierPricing[]
}

/**
 * What you want to see, in your own words: 1 to 2000 characters, counted as Unicode code points. Any text is allowed
 * except the null character and lone surrogates.
 * @minLength 1
 * @maxLength 2000
 * @pattern ^[^\u0000\uD800-\uDFFF]*$
 */
export type Prompt = string

/** Why and since when the files of a result no longer exist. */
export interface RemovedResult {
  /** The reason, for a program to branch on. */
  code: RemovedResultCode
  /** When the files were removed. */
  removedAt: Timestamp
}

/**
 * Why the files of a result no longer exist. `RESULT_EXPIRED`: the service keeps results for a limited time, which has
 * passed. `RESULT_DELETED`: they were deleted before that, as with all data of an account.
 */
export type RemovedResultCode = 'RESULT_EXPIRED' | 'RESULT_DELETED'

/** A reserved upload for one file, with the signed URL to `PUT` it to. */
export interface ReservedUpload {
  /** Id of the upload. Once the upload is `READY`, send it as `assetId` in transformations. */
  id: Id
  /**
   * Signed URL for the one `PUT` of the bytes. It takes no API key and is needed for this step only.
   * @format uri
   */
  uploadUrl: string
  /** HTTP method to send the bytes with. Always `PUT`. */
  method: 'PUT'
  /** End of the 15-minute window. Bytes and completion must arrive before it. */
  expiresAt: Timestamp
}

/** A generated file. It is not an upload and has no `assetId`. */
export interface ResultFile {
  /**
   * Signed link to download the file from, without an API key. It is valid for 60 minutes; poll the task again for a
   * fresh one.
   * @format uri
   */
  url: string
  /** Media type of the file, such as `image/png`, `image/jpeg` or `video/mp4`. */
  contentType: string
  /**
   * Size of the file in bytes, if known.
   * @isInt
   * @minimum 0
   */
  sizeBytes?: number
}

/** Whether something makes images or videos. */
export type Surface = 'image' | 'video'

/** One generation, from its acceptance to its end. */
export interface Task {
  /** Id of the task. */
  id: Id
  /** The requested product. */
  type: Product
  /** Current status of the task. */
  status: TaskStatus
  /** When the task was accepted. */
  createdAt: Timestamp
  /**
   * When a worker first started it, or null before that.
   * @format date-time
   */
  startedAt: string | null
  /**
   * When it reached a final status, or null before that.
   * @format date-time
   */
  completedAt: string | null
  /** The result of a task that succeeded, null in every other status. */
  output: TaskOutput | null
  /** Why the task failed, null in every other status. */
  error: TaskError | null
  /** What the task costs. Left out only by services of versions before this field. */
  cost?: Cost
}

/** Why a task failed. Its reservation is back in your balance. */
export interface TaskError {
  /** The reason, for a program to branch on. */
  code: TaskErrorCode
  /** Details for people, or null. */
  message: string | null
}

/**
 * Why a task failed. `INVALID_INPUT`: the prompt, the image or the result was rejected; change the request.
 * `GENERATION_FAILED`: the generation ran but produced no usable result. `PROVIDER_UNAVAILABLE`: no generation provider could be
 * reached, or the content could not be checked. `PROVIDER_SUBMIT_AMBIGUOUS`: it is not known whether the provider accepted the
 * job, so it was not submitted again. `NO_PROVIDER_CONFIGURED`: no provider is configured for this type of task.
 * `WORKER_TIMEOUT`: all allowed attempts ended without a result.
 */
export type TaskErrorCode = 'INVALID_INPUT' | 'GENERATION_FAILED' | 'PROVIDER_UNAVAILABLE' | 'PROVIDER_SUBMIT_AMBIGUOUS' | 'NO_PROVIDER_CONFIGURED' | 'WORKER_TIMEOUT'

/**
 * The result of a task. An image task has `images`, a video task has `videos`. Once its files are removed, the list is empty
 * and `removed` says why.
 */
export interface TaskOutput {
  /** The image of an image task; one image per request, none once it is removed. */
  images?: ResultFile[]
  /** The video of a video task; one video per request, none once it is removed. */
  videos?: ResultFile[]
  /** Present once the files no longer exist. The task itself and its cost stay as they are. */
  removed?: RemovedResult
}

/** Some of your tasks, newest first. */
export interface TaskPage {
  /**
   * The tasks, newest first. A page may have fewer than `limit`, or none, although more follow: only `nextCursor` says
   * whether it is the last one.
   * @maxItems 100
   */
  tasks: Task[]
  /**
   * Send it as `cursor`, with the same filters, for the next page. Null on the last page, and always with `id`.
   * @minLength 1
   * @maxLength 128
   */
  nextCursor: string | null
}

/**
 * Status of a task. `QUEUED`: accepted, its price reserved, waiting. `PROCESSING`: running, can no longer be cancelled.
 * `SUCCEEDED`: finished and charged, `output` has the result. `FAILED`: no result, refunded, `error` says why.
 * `CANCELLED`: cancelled before it started, refunded. The last three are final.
 */
export type TaskStatus = 'QUEUED' | 'PROCESSING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED'

/** The price of one resolution. */
export interface TierPricing {
  /**
   * A value that the product's `resolution` field takes, such as `2k` or `720p`.
   * @minLength 1
   */
  tier: string
  /** Price of one unit in this tier. */
  unitPrice: Amount
}

/**
 * A moment in UTC, ISO 8601 with milliseconds.
 * @format date-time
 */
export type Timestamp = string

/** One of your images, reserved, verified or rejected. */
export interface Upload {
  /** Id of the upload, the `assetId` of transformations. It does not expire while the upload exists. */
  id: Id
  /** Current status of the upload. */
  status: UploadStatus
  /** The type that was declared when the upload was reserved. */
  contentType: ImageContentType
  /**
   * Size of the file in bytes, recorded on verification, else null.
   * @isInt
   * @minimum 0
   */
  sizeBytes: number | null
  /**
   * Width in pixels as displayed, with EXIF orientation applied. Recorded on verification, else null.
   * @isInt
   * @minimum 1
   */
  width: number | null
  /**
   * Height in pixels as displayed, with EXIF orientation applied. Recorded on verification, else null.
   * @isInt
   * @minimum 1
   */
  height: number | null
  /** When the upload was reserved. */
  createdAt: Timestamp
  /** End of the upload window. */
  expiresAt: Timestamp
  /**
   * When the file passed verification, else null.
   * @format date-time
   */
  verifiedAt: string | null
  /** Why the upload is `INVALID` or `EXPIRED`, else null. */
  error: UploadError | null
}

/** An empty object. Fields you put into it are ignored. */
export type UploadCompletionRequest = { [key: string]: unknown }

/** Why an upload cannot be used. */
export interface UploadError {
  /** The reason, for a program to branch on. */
  code: UploadErrorCode
}

/**
 * Why an upload cannot be used. `UNSUPPORTED_FORMAT`: the file is not a JPEG, PNG or WebP. `CONTENT_TYPE_MISMATCH`: an
 * image, but not of the declared type. `FILE_TOO_LARGE`: more than 20 MB. `FILE_TOO_SMALL`: fewer than 28 bytes.
 * `DIMENSIONS_OUT_OF_RANGE`: a side below 16 or above 8192 pixels, or more than 40 megapixels. `CONTENT_REFUSED`: the image
 * does not comply with the content rules of the service. `UPLOAD_EXPIRED`: the window closed before completion. If several
 * apply, the first in this order is reported: FILE_TOO_LARGE, FILE_TOO_SMALL, UNSUPPORTED_FORMAT, CONTENT_TYPE_MISMATCH,
 * DIMENSIONS_OUT_OF_RANGE, CONTENT_REFUSED.
 */
export type UploadErrorCode = 'UNSUPPORTED_FORMAT' | 'CONTENT_TYPE_MISMATCH' | 'FILE_TOO_LARGE' | 'FILE_TOO_SMALL' | 'DIMENSIONS_OUT_OF_RANGE' | 'CONTENT_REFUSED' | 'UPLOAD_EXPIRED'

/** An upload to reserve. Where the file is stored cannot be chosen. */
export interface UploadRequest {
  /**
   * Declared type of the file. The upload URL is signed for this type, so the `PUT` must send the same. The actual
   * type is verified when the upload is completed.
   */
  contentType: ImageContentType
}

/**
 * Status of an upload. `PENDING`: reserved, the file is not verified yet. `READY`: verified, usable as input.
 * `INVALID`: the file was rejected, `error.code` says why. `EXPIRED`: the window closed before completion. The last three
 * are final: another file needs another upload.
 */
export type UploadStatus = 'PENDING' | 'READY' | 'INVALID' | 'EXPIRED'

/** What your account used in some days, exact to the micro-dollar. */
export interface Usage {
  /** First day, in UTC. */
  from: Day
  /** Last day, in UTC, included. */
  to: Day
  /** Currency of the amounts. */
  currency: Currency
  /** The sum of `charged` over all rows. */
  charged: Amount
  /** A row for each day, product and key with tasks that ended on that day, ordered by day, product and key. */
  days: UsageDay[]
}

/** The tasks of one product, ordered with one key, that ended on one day. */
export interface UsageDay {
  /** The day on which the tasks ended, in UTC. */
  date: Day
  /** Their product. */
  product: Product
  /** The public id of the API key that ordered them, or null for tasks accepted before the service recorded it. */
  keyId: Id | null
  /**
   * How many succeeded.
   * @isInt
   * @minimum 0
   */
  succeeded: number
  /**
   * How many failed, and were refunded.
   * @isInt
   * @minimum 0
   */
  failed: number
  /**
   * How many were cancelled, and were refunded.
   * @isInt
   * @minimum 0
   */
  cancelled: number
  /** The sum of what those that succeeded cost. */
  charged: Amount
}

/** A video to make from a prompt. */
export interface VideoGenerationRequest {
  /** What happens in the video, 1 to 2000 characters. */
  prompt: Prompt
  /**
   * Length of the short edge in pixels. Sets the price per second.
   * @default "720p"
   */
  resolution?: '480p' | '512p' | '720p' | '1080p'
  /**
   * Width to height. Both edges are rounded to even numbers of pixels.
   * @default "16:9"
   */
  aspectRatio?: '16:9' | '9:16' | '1:1' | '4:3' | '3:4' | '21:9'
  /**
   * Length of the video in whole seconds, 4 to 15. The price is the unit price times this.
   * @isInt
   * @minimum 4
   * @maximum 15
   * @default 5
   */
  durationSeconds?: number
}

/** A video to make from one of your uploads, animated by an effect. */
export interface VideoTransformationRequest {
  /** The image to start from, one of your `READY` uploads. */
  assetId: Id
  /**
   * An effect of surface `video`. It supplies the motion and may preset `resolution`, `aspectRatio` and
   * `durationSeconds`.
   */
  effectId: Id
  /** More about what happens, 1 to 2000 characters. It is added to the effect's instruction and never replaces it. */
  prompt?: Prompt
  /**
   * Length of the short edge, `hd` = 720, `fhd` = 1080 pixels. Sets the price per second. If omitted: the effect's
   * preset, or `hd` if it has none.
   * @default "hd"
   */
  resolution?: 'hd' | 'fhd'
  /**
   * Width to height of the video. If omitted: the effect's preset, or the aspect ratio of the input image as it is
   * displayed if it has none, limited to between 9:21 and 21:9. Both edges are rounded to even numbers of pixels.
   */
  aspectRatio?: '16:9' | '9:16' | '4:3' | '3:4' | '3:2' | '2:3' | '1:1'
  /**
   * Length of the video, 5 or 8 seconds. The price is the unit price times this. If omitted: the effect's preset, or 5
   * if it has none.
   * @default 5
   */
  durationSeconds?: 5 | 8
}

/** Every schema of the contract by its name. */
export interface Models {
  AcceptedTask: AcceptedTask
  Account: Account
  AccountKey: AccountKey
  AccountKeyLimits: AccountKeyLimits
  AccountKeySpending: AccountKeySpending
  Amount: Amount
  ApiError: ApiError
  ApiErrorCode: ApiErrorCode
  ApiErrorDetail: ApiErrorDetail
  AssetReference: AssetReference
  CancelledTask: CancelledTask
  Cost: Cost
  CostState: CostState
  Currency: Currency
  Day: Day
  Effect: Effect
  EffectCatalogue: EffectCatalogue
  Gallery: Gallery
  GalleryCategory: GalleryCategory
  GalleryExample: GalleryExample
  GallerySurface: GallerySurface
  Id: Id
  ImageContentType: ImageContentType
  ImageGenerationRequest: ImageGenerationRequest
  ImageTransformationFields: ImageTransformationFields
  ImageTransformationRequest: ImageTransformationRequest
  NegativePrompt: NegativePrompt
  ParameterPresets: ParameterPresets
  Pricing: Pricing
  PricingUnit: PricingUnit
  Product: Product
  ProductPricing: ProductPricing
  Prompt: Prompt
  RemovedResult: RemovedResult
  RemovedResultCode: RemovedResultCode
  ReservedUpload: ReservedUpload
  ResultFile: ResultFile
  Surface: Surface
  Task: Task
  TaskError: TaskError
  TaskErrorCode: TaskErrorCode
  TaskOutput: TaskOutput
  TaskPage: TaskPage
  TaskStatus: TaskStatus
  TierPricing: TierPricing
  Timestamp: Timestamp
  Upload: Upload
  UploadCompletionRequest: UploadCompletionRequest
  UploadError: UploadError
  UploadErrorCode: UploadErrorCode
  UploadRequest: UploadRequest
  UploadStatus: UploadStatus
  Usage: Usage
  UsageDay: UsageDay
  VideoGenerationRequest: VideoGenerationRequest
  VideoTransformationRequest: VideoTransformationRequest
}
