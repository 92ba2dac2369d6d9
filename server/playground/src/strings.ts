// biome-ignore-all lint/style/noExcessiveLinesPerFile: one table, which would not gain from being split.
import type {
  ApiErrorCode,
  Product,
  RemovedResult,
  TaskErrorCode,
  TaskStatus,
  UploadErrorCode,
} from '@mediagen/sdk'
import type { FieldKind } from './contract/read-forms.ts'

/** What an error means to a person: what happened, and what to do. */
export interface Explanation {
  readonly title: string
  readonly advice: string
}

const notCharged = 'Nothing was charged.'

/** The errors of the service. For a code that is not here, the page shows the message of the service. */
export const apiErrors = {
  INVALID_REQUEST: {
    title: 'The service does not accept these settings',
    advice: `Change the fields named below and send it again. ${notCharged}`,
  },
  INVALID_JSON: {
    title: 'The request could not be read',
    advice: 'Something between this page and the service changed it. Reload the page and try again.',
  },
  ASSET_NOT_USABLE: {
    title: 'This image can no longer be used',
    advice: `Choose it again to upload it again. ${notCharged}`,
  },
  EFFECT_NOT_USABLE: {
    title: 'This effect is not available here',
    advice: `Choose another one; reload the page to refresh the list. ${notCharged}`,
  },
  UPLOAD_NOT_RECEIVED: {
    title: 'The image did not arrive',
    advice: 'Choose it again. If that fails too, check your connection.',
  },
  UNAUTHENTICATED: {
    title: 'The API key is not valid',
    advice:
      'Enter another one at the top of the page. Keys can expire, and the operator of the service can revoke them.',
  },
  INSUFFICIENT_BALANCE: {
    title: 'The balance is too low',
    advice: `The operator of the service adds money to accounts. ${notCharged}`,
  },
  KEY_NOT_PERMITTED: {
    title: 'This API key may not do that',
    advice: `It may only read, or not order this product. Ask the operator for another one. ${notCharged}`,
  },
  KEY_LIMIT_REACHED: {
    title: 'This API key has spent what it may',
    advice: `Choose something cheaper, try again after midnight UTC, or ask the operator. ${notCharged}`,
  },
  ACCOUNT_NOT_ACTIVE: {
    title: 'This account is suspended or closed',
    advice: `Its tasks and results remain. Ask the operator of the service. ${notCharged}`,
  },
  NOT_FOUND: {
    title: 'The service has no such address',
    advice: 'Check the address at the top of the page: it must not end with /api.',
  },
  TASK_NOT_FOUND: {
    title: 'The service does not know this task',
    advice: 'It belongs to another account, or its data was reset.',
  },
  UPLOAD_NOT_FOUND: { title: 'The service does not know this upload', advice: 'Choose the image again.' },
  METHOD_NOT_ALLOWED: {
    title: 'The service refused this kind of request',
    advice: 'The page and the service probably have different versions: reload the page.',
  },
  REQUEST_TIMEOUT: {
    title: 'The request arrived too slowly',
    advice: `Check the connection and send it again. ${notCharged}`,
  },
  IDEMPOTENCY_CONFLICT: {
    title: 'This request was sent before with other settings',
    advice: `Send it again as a new request. ${notCharged}`,
  },
  TASK_NOT_CANCELLABLE: {
    title: 'Too late to cancel',
    advice: 'The task has started. It will run to its end, and is refunded if it fails.',
  },
  STORAGE_LIMIT_REACHED: {
    title: 'The space for uploads is used up',
    advice:
      'The operator of the service can free some. Effects on images that are already uploaded still work.',
  },
  PAYLOAD_TOO_LARGE: {
    title: 'The request is too large',
    advice: `Shorten the text and send it again. ${notCharged}`,
  },
  UNSUPPORTED_MEDIA_TYPE: {
    title: 'The service does not accept the format of the request',
    advice: 'Something between this page and the service changed it. Reload the page and try again.',
  },
  RATE_LIMITED: {
    title: 'Too many generations in a minute',
    advice: `Wait a moment and send it again. ${notCharged}`,
  },
  TOO_MANY_OPEN_TASKS: {
    title: 'Too many tasks are unfinished',
    advice: `Wait until one ends, or cancel one that has not started. ${notCharged}`,
  },
  TOO_MANY_OPEN_UPLOADS: {
    title: 'Too many uploads are unfinished',
    advice: 'They expire after 15 minutes. Try again then.',
  },
  INTERNAL: {
    title: 'The service failed',
    advice: 'Try again. If it persists, give the request id below to the operator.',
  },
  TIER_UNAVAILABLE: {
    title: 'No engine can make this right now',
    advice: `Choose another resolution, or try again later. ${notCharged}`,
  },
  SERVICE_UNAVAILABLE: { title: 'The service is busy or restarting', advice: 'Try again shortly.' },
} as const satisfies Partial<Record<ApiErrorCode, Explanation>>

/** TIER_UNAVAILABLE with details: no engine is configured, and waiting changes nothing. */
export const notOffered = {
  title: 'This service has no engine for this',
  advice: `Choose another resolution or product. The operator can add an engine: npx @mediagen/server providers. ${notCharged}`,
} as const satisfies Explanation

/** Why the result of a task that succeeded is not there any more. */
export const removedResults = {
  RESULT_EXPIRED: {
    title: 'The result is no longer kept',
    advice: 'This service keeps results for a limited time: download what you want to keep. Make it again.',
  },
  RESULT_DELETED: { title: 'The result was deleted', advice: 'Make it again if you need it.' },
} as const satisfies Record<RemovedResult['code'], Explanation>

const refunded = 'It was refunded in full.'

/** Why a task has failed. */
export const taskErrors = {
  INVALID_INPUT: {
    title: 'The engine rejected the prompt or the image',
    advice: `${refunded} The same request will fail again: change the prompt or the image.`,
  },
  GENERATION_FAILED: { title: 'The engine produced no usable result', advice: `${refunded} Try again.` },
  PROVIDER_UNAVAILABLE: {
    title: 'No engine could be reached',
    advice: `${refunded} Try again in a few minutes.`,
  },
  PROVIDER_SUBMIT_AMBIGUOUS: {
    title: 'It is not known whether the engine accepted the task',
    advice: `So it was not sent again, and you do not pay. ${refunded} Try again.`,
  },
  NO_PROVIDER_CONFIGURED: {
    title: 'No engine is set up for this',
    advice: `${refunded} The operator of the service can set one up.`,
  },
  WORKER_TIMEOUT: {
    title: 'It took too long',
    advice: `${refunded} Try again, with a smaller resolution if you can.`,
  },
} as const satisfies Record<TaskErrorCode, Explanation>

/** Why an image cannot be used. */
export const uploadErrors = {
  UNSUPPORTED_FORMAT: {
    title: 'This is not a JPEG, PNG or WebP',
    advice: 'Choose an image in one of these formats.',
  },
  CONTENT_TYPE_MISMATCH: {
    title: 'The file is not of the type that it claims to be',
    advice: 'Save the image again and choose the new file.',
  },
  FILE_TOO_LARGE: { title: 'The file is larger than 20 MB', advice: 'Choose a smaller one.' },
  FILE_TOO_SMALL: {
    title: 'The file is too small to be an image',
    advice: 'It may be damaged. Choose another one.',
  },
  DIMENSIONS_OUT_OF_RANGE: {
    title: 'The image has an unusable size',
    advice: 'Each side must have 16 to 8192 pixels, and the image at most 40 megapixels.',
  },
  CONTENT_REFUSED: {
    title: 'The image breaks the content rules of this service',
    advice: 'Choose another image.',
  },
  UPLOAD_EXPIRED: { title: 'The upload took longer than 15 minutes', advice: 'Choose the image again.' },
} as const satisfies Record<UploadErrorCode, Explanation>

/** What goes wrong on the way, by the name of the SDK's error or the code of a proxy. */
export const otherErrors: Readonly<Record<string, Explanation>> = {
  ConnectionError: {
    title: 'The service cannot be reached',
    advice:
      'Check that it is running and that you are online. It may not allow pages of this address: CORS_ORIGINS.',
  },
  RequestTimeoutError: { title: 'The service did not respond in time', advice: 'Try again.' },
  SubmitAmbiguousError: {
    title: 'No response arrived: the request may have been accepted',
    advice: '“Ask again” repeats it with the same key. You are never charged twice for it.',
  },
  UploadTransferError: {
    title: 'The storage refused the image',
    advice: 'Choose it again. If that fails too, contact the operator of the service.',
  },
  WaitTimeoutError: {
    title: 'Not finished yet',
    advice: 'The task continues. Reload the page to follow it again.',
  },
  DownloadError: { title: 'The file could not be fetched', advice: 'Try again.' },
  InvalidResponseError: {
    title: 'Something other than the service answered',
    advice: 'Check the address at the top of the page.',
  },
  ORIGIN_NOT_ALLOWED: {
    title: 'The demo account is for this machine only',
    advice:
      'Open the playground on the machine that runs the service, or use an API key at the top of the page.',
  },
}
export const unknownError: Explanation = {
  title: 'That did not work',
  advice: 'Try again. The message of the service is below.',
}

const products = {
  'image.generate': { label: 'Text to image', verb: 'Make the image', noun: 'image' },
  'image.transform': { label: 'Image to image', verb: 'Transform the image', noun: 'image' },
  'video.generate': { label: 'Text to video', verb: 'Make the video', noun: 'video' },
  'video.transform': { label: 'Image to video', verb: 'Animate the image', noun: 'video' },
} as const satisfies Record<Product, { label: string; verb: string; noun: string }>

const statuses = {
  QUEUED: 'Waiting',
  PROCESSING: 'Rendering',
  SUCCEEDED: 'Done',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
} as const satisfies Record<TaskStatus, string>

const missing: Partial<Record<FieldKind, string>> & { other: string; oneOf: string } = {
  text: 'Write something here.',
  input: 'Choose an image.',
  effect: 'Choose an effect.',
  other: 'Fill this in.',
  oneOf: 'Choose an effect, or write a prompt.',
}

/** Every text of the page, in English. */
export const strings = {
  name: 'mediagen',
  skip: 'Skip to the results',
  pages: 'Pages',
  products,
  productChoice: 'What to make',
  statuses,
  missing,
  tooLong: (length: number, most: number) => `${length} characters: at most ${most} are allowed.`,
  characters: (length: number, most: number) => `${length} of ${most} characters`,
  ideas: {
    prompt: 'A lighthouse in a storm, oil on canvas',
    negativePrompt: 'people, text',
  } as Readonly<Record<string, string>>,
  optional: 'optional',
  automatic: 'Auto',
  more: 'More settings',
  input: {
    choose: 'Choose an image',
    photograph: 'Take a photo',
    anywhere: 'Or drop or paste one anywhere on this page.',
    release: 'Drop the image to start from it',
    refused: (name: string, kind: string) => `${name} is ${kind}. Choose a JPEG, PNG or WebP image.`,
    kinds: {
      'image/heic': 'a HEIC photo',
      'image/heif': 'a HEIF photo',
      'image/avif': 'an AVIF image',
      'image/gif': 'a GIF',
      'image/svg+xml': 'an SVG drawing',
      'image/tiff': 'a TIFF image',
      'application/pdf': 'a PDF document',
      image: 'an image of another format',
      video: 'a video',
      audio: 'a sound',
      text: 'a text',
      other: 'a file of another kind',
    } as Readonly<Record<string, string>>,
    thisFile: 'This file',
    earlier: 'Your image of before',
    remove: 'Remove the image',
    alt: 'The image that you chose',
    uploading: (percent: number) => `Uploading, ${percent} %`,
    checking: 'The service is checking it…',
    ready: 'Uploaded and ready',
    limits: 'JPEG, PNG or WebP, up to 20 MB',
    seen: 'The operator of the service, and the engines and checks they set up, can see it.',
  },
  effects: {
    none: 'No effect',
    all: 'All',
    categories: 'Kinds of effects',
    loading: 'Loading the effects…',
    empty: 'There are no effects here. Write a prompt instead.',
  },
  kept: {
    upload: (days: number) => `It is deleted ${days} days after its last use.`,
    until: (time: string) => `Kept until ${time}, then deleted. Download what you want to keep.`,
    forEver: 'Kept until the operator of the service deletes it.',
    unknown: 'How long it is kept is up to the operator of the service.',
  },
  price: {
    notOffered: 'No engine here makes this. Choose another resolution or product.',
    short: (price: string, balance: string) => `It costs ${price}, and ${balance} are left.`,
    cheaper: 'Choose something cheaper, or ask the operator of the service to add money to your account.',
    cheapest:
      'Nothing here costs less. Ask the operator of the service to add money to your account, then come back to this page.',
    account: 'Account',
    copyAccount: 'Copy account id',
    accountCopied: 'Copied',
    balance: 'Balance',
  },
  task: {
    sending: 'Sending',
    uploading: 'Waiting for the upload',
    refused: 'Not accepted',
    unanswered: 'Not known whether accepted',
    rendering: (time: string) => `Rendering for ${time}`,
    doneIn: (time: string) => `Done in ${time}`,
    seconds: (seconds: string) => `${seconds} s`,
    minutes: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
    slow: 'This takes longer than usual. You may leave: the task goes on, and its result is in the list of this account.',
    reserved: (amount: string) => `${amount} reserved`,
    charged: (amount: string) => `${amount} charged`,
    refunded: (amount: string) => `Not charged: ${amount} refunded`,
    cancel: 'Cancel and refund',
    cancelled: 'You cancelled it before it started.',
    again: 'Same again',
    tryAgain: 'Try again',
    edit: 'Change the request',
    otherImage: 'Choose another image',
    smaller: 'Choose something smaller',
    otherKey: 'Change the key',
    askAgain: 'Ask again',
    download: 'Download',
    useAsInput: 'Use as input',
    useFrame: 'Use frame as input',
    size: (width: number, height: number) => `${width} × ${height}`,
    copyAs: 'Show as code',
    forget: 'Remove from this list',
    before: 'Before',
    after: 'After',
    compare: (title: string) => `Before and after: ${title}`,
    shownBefore: (percent: number) => `${percent} % before`,
    noFile: 'The file cannot be loaded from where the service keeps it.',
    alt: (title: string) => `Result: ${title}`,
    running: (status: string, title: string) => `${status}: ${title}`,
    ready: (noun: string) => `Your ${noun} is ready.`,
    failed: (title: string, money: string) => `${title}. ${money}`,
  },
  errors: {
    code: 'Code',
    request: 'Request id',
    retry: (seconds: number) => `Try again in ${seconds} s.`,
  },
  code: {
    notLoaded: 'The code could not be loaded. Reload the page, and try again.',
    title: 'This request as code',
    kinds: {
      curl: 'curl',
      typescript: 'TypeScript',
      react: 'React',
      python: 'Python',
      cli: 'Command line',
    },
    copy: 'Copy',
    copied: 'Copied',
    close: 'Close',
    keyNote: 'It reads your API key from the variable MEDIAGEN_API_KEY.',
    proxyNote: 'Your API key stays on your server, in the proxy: createProxy of @mediagen/sdk/proxy.',
    fileNote: 'photo.jpg stands for your image.',
  },
  history: {
    title: 'Your results',
    unknown: 'Prompt not known here: only the browser or program that sent it has it.',
    noResult: 'No result',
    older: 'Show older ones',
    filter: 'Which results to show',
    all: 'All',
    favourites: 'Favourites',
    noFavourites: 'No favourites yet. Mark a result with its star; it is kept in this browser.',
    favourite: 'Favourite',
    star: 'Add to favourites',
    unstar: 'Remove from favourites',
  },
  share: {
    copy: 'Copy link',
    copied: 'Link copied',
    by: 'The link to this request',
    change: 'Change and make again',
    ignored: (names: string) => `Some of this link does not fit this page and was left out: ${names}.`,
  },
  month: 'This month',
  gallery: {
    title: 'Try one of these',
    lead: 'Each shows what an effect makes of an image. Choose one to start with its image and settings.',
    video: 'Video',
    categories: 'Kinds of examples',
  },
  hero: {
    title: 'Make images and videos',
    lead: 'Describe what you want to see, or start from a picture of your own.',
    use: 'Start with this',
  },
  form: { title: 'New request', close: 'Close' },
  notice: { close: 'Dismiss' },
  connectivity: {
    offline: 'Offline. Your tasks go on; this page follows them again when you are back.',
    away: 'The service does not answer. Your tasks are safe; this page asks again every few seconds.',
    retry: 'Ask now',
  },
  connection: {
    title: 'Connection',
    demo: 'You use the demo account of this machine. No key is needed, and none is in this page.',
    useDemo: 'Use the demo account',
    own: 'Your API key is kept in this tab only and forgotten when you close it. Results stay with the account; prompts and favourites stay in this browser.',
    ask: 'Enter the API key of your account. It stays in this tab and is forgotten when you close it; your results stay with the account.',
    key: 'API key',
    address: 'Address of the service',
    addressHelp: 'Without /api. The service must allow pages of this address, or be a mock.',
    enter: 'Enter the API key',
    save: 'Connect',
    saving: 'Connecting…',
    forget: 'Forget the key',
    close: 'Close',
    demoName: 'Demo account',
    ownName: 'Your account',
    noneName: 'Not connected',
  },
} as const
