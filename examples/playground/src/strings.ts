import type { ApiErrorCode, Product, TaskErrorCode, TaskStatus, UploadErrorCode } from '@mediagen/sdk'
import type { FieldKind } from './contract/read-forms.ts'

/** What an error means to a person: what happened, and what to do. */
export interface Explanation {
  readonly title: string
  readonly advice: string
}

const notCharged = 'Nothing was charged.'

/** The errors that the service answers with. */
export const apiErrors = {
  INVALID_REQUEST: {
    title: 'The service does not accept these settings',
    advice: `Change what is named below and send it again. ${notCharged}`,
  },
  INVALID_JSON: {
    title: 'The request was not readable',
    advice: 'Something between this page and the service changed it. Reload the page and try again.',
  },
  ASSET_NOT_USABLE: {
    title: 'This picture can no longer be used',
    advice: `Choose it again, so that it is uploaded anew. ${notCharged}`,
  },
  EFFECT_NOT_USABLE: {
    title: 'This effect is not available here',
    advice: `Choose another one; the list is fresh after a reload. ${notCharged}`,
  },
  UPLOAD_NOT_RECEIVED: {
    title: 'The picture did not arrive',
    advice: 'Choose it again. If that fails too, check the connection.',
  },
  UNAUTHENTICATED: {
    title: 'The API key is not valid',
    advice: 'Enter another one at the top of the page. Keys can be revoked by the operator of the service.',
  },
  INSUFFICIENT_BALANCE: {
    title: 'The balance is too low',
    advice: `Choose a smaller resolution or a shorter film, or ask the operator for credit. ${notCharged}`,
  },
  NOT_FOUND: {
    title: 'There is no such address at the service',
    advice: 'Check the address at the top of the page: it is without /api.',
  },
  TASK_NOT_FOUND: {
    title: 'The service does not know this task',
    advice: 'It belongs to another account, or its data was reset.',
  },
  UPLOAD_NOT_FOUND: { title: 'The service does not know this upload', advice: 'Choose the picture again.' },
  METHOD_NOT_ALLOWED: {
    title: 'The service refused the kind of request',
    advice: 'Page and service are probably of different versions: reload the page.',
  },
  REQUEST_TIMEOUT: {
    title: 'The request arrived too slowly',
    advice: `Check the connection and send it again. ${notCharged}`,
  },
  IDEMPOTENCY_CONFLICT: {
    title: 'This request was sent before with other settings',
    advice: `Send it once more, as a new one. ${notCharged}`,
  },
  TASK_NOT_CANCELLABLE: {
    title: 'Too late to cancel',
    advice: 'The task has started. It runs to its end, and is refunded if it fails.',
  },
  STORAGE_LIMIT_REACHED: {
    title: 'The space for uploads is used up',
    advice: 'The operator of the service can free some. Effects on pictures that are uploaded still work.',
  },
  PAYLOAD_TOO_LARGE: {
    title: 'The request is too large',
    advice: `Shorten the text and send it again. ${notCharged}`,
  },
  UNSUPPORTED_MEDIA_TYPE: {
    title: 'The service does not accept the form of the request',
    advice: 'Something between this page and the service changed it. Reload the page and try again.',
  },
  RATE_LIMITED: {
    title: 'Too many generations in a minute',
    advice: `Wait a moment and send it again. ${notCharged}`,
  },
  TOO_MANY_OPEN_UPLOADS: {
    title: 'Too many uploads are unfinished',
    advice: 'They lapse after 15 minutes. Try again then.',
  },
  INTERNAL: {
    title: 'The service failed',
    advice: 'Try again. If it stays so, give the request id below to the operator.',
  },
  TIER_UNAVAILABLE: {
    title: 'Nothing can make this right now',
    advice: `Choose another resolution, or try again later. ${notCharged}`,
  },
  SERVICE_UNAVAILABLE: { title: 'The service is busy or restarting', advice: 'Try again shortly.' },
} as const satisfies Record<ApiErrorCode, Explanation>

const refunded = 'It was refunded in full.'

/** Why a task has failed. */
export const taskErrors = {
  INVALID_INPUT: {
    title: 'The engine rejected the prompt or the picture',
    advice: `${refunded} The same again will fail too: change the prompt or the picture.`,
  },
  GENERATION_FAILED: { title: 'Nothing came of it', advice: `${refunded} Try it again.` },
  PROVIDER_UNAVAILABLE: { title: 'No engine could be reached', advice: `${refunded} Try again in a while.` },
  PROVIDER_SUBMIT_AMBIGUOUS: {
    title: 'It is not certain that the engine took the task',
    advice: `So it was not sent twice, and you do not pay. ${refunded} Try it again.`,
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

/** Why a picture cannot be used. */
export const uploadErrors = {
  UNSUPPORTED_FORMAT: {
    title: 'This is no JPEG, PNG or WebP',
    advice: 'Choose a picture in one of these formats.',
  },
  CONTENT_TYPE_MISMATCH: {
    title: 'The file is not of the type that it claims',
    advice: 'Save the picture again and choose the new file.',
  },
  FILE_TOO_LARGE: { title: 'The file is larger than 20 MB', advice: 'Choose a smaller one.' },
  FILE_TOO_SMALL: {
    title: 'The file is too small to be a picture',
    advice: 'It may be damaged. Choose another one.',
  },
  DIMENSIONS_OUT_OF_RANGE: {
    title: 'The picture has an unusable size',
    advice: 'Each side must have 16 to 8192 pixels, and all of it at most 40 megapixels.',
  },
  UPLOAD_EXPIRED: { title: 'The upload took longer than 15 minutes', advice: 'Choose the picture again.' },
} as const satisfies Record<UploadErrorCode, Explanation>

/** What goes wrong on the way, by the name of the SDK's error or the code of a proxy. */
export const otherErrors: Readonly<Record<string, Explanation>> = {
  ConnectionError: {
    title: 'The service cannot be reached',
    advice:
      'Check that it runs and that you are online. It may not allow pages of this address: CORS_ORIGINS.',
  },
  RequestTimeoutError: { title: 'The service did not answer in time', advice: 'Try again.' },
  SubmitAmbiguousError: {
    title: 'No answer came: it may have been accepted',
    advice: '“Ask again” finds out under the same key. You are never charged twice for it.',
  },
  UploadTransferError: {
    title: 'The storage refused the picture',
    advice: 'Choose it again. If that fails too, tell the operator of the service.',
  },
  WaitTimeoutError: {
    title: 'Still not done',
    advice: 'The task goes on. Reload the page to follow it again.',
  },
  DownloadError: { title: 'The file could not be fetched', advice: 'Try again.' },
  InvalidResponseError: {
    title: 'Something other than the service answered',
    advice: 'Check the address at the top of the page.',
  },
  ORIGIN_NOT_ALLOWED: {
    title: 'The demo account is for this machine alone',
    advice:
      'Open the playground on the machine that runs the service, or use an API key at the top of the page.',
  },
}
export const unknownError: Explanation = {
  title: 'That did not work',
  advice: 'Try again. What the service said is below.',
}

const products = {
  'image.generate': { label: 'Text to image', verb: 'Make the image', noun: 'image' },
  'image.transform': { label: 'Image to image', verb: 'Transform the image', noun: 'image' },
  'video.generate': { label: 'Text to video', verb: 'Make the video', noun: 'video' },
  'video.transform': { label: 'Image to video', verb: 'Animate the image', noun: 'video' },
} as const satisfies Record<Product, { label: string; verb: string; noun: string }>

const statuses = {
  QUEUED: 'Waiting',
  PROCESSING: 'In the making',
  SUCCEEDED: 'Done',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
} as const satisfies Record<TaskStatus, string>

const missing: Partial<Record<FieldKind, string>> & { other: string; oneOf: string } = {
  text: 'Write something here.',
  input: 'Choose a picture.',
  effect: 'Choose an effect.',
  other: 'Fill this in.',
  oneOf: 'Choose an effect, or write a prompt.',
}

/** Every text of the page, in English. */
export const strings = {
  name: 'mediagen',
  place: 'playground',
  skip: 'Skip to the results',
  pages: { '/docs': 'Guides', '/api/docs': 'API reference', '/gallery': 'Gallery' } as Readonly<
    Record<string, string>
  >,
  products,
  productChoice: 'What to make',
  statuses,
  missing,
  tooLong: (length: number, most: number) => `${length} characters: at most ${most} are allowed.`,
  characters: (length: number, most: number) => `${length} of ${most} characters`,
  fields: {
    prompt: 'Prompt',
    negativePrompt: 'Leave out',
    resolution: 'Resolution',
    aspectRatio: 'Shape',
    durationSeconds: 'Length in seconds',
    assetId: 'Your picture',
    effectId: 'Effect',
  } as Readonly<Record<string, string>>,
  ideas: {
    prompt: 'A lighthouse in a storm, oil on canvas',
    negativePrompt: 'people, text',
  } as Readonly<Record<string, string>>,
  optional: 'optional',
  automatic: 'Auto',
  more: 'More settings',
  input: {
    drop: 'Drop a picture here, paste one, or',
    choose: 'choose a file',
    photograph: 'take a photo',
    remove: 'Remove the picture',
    alt: 'The picture that you chose',
    uploading: (percent: number) => `Uploading, ${percent} %`,
    checking: 'The service looks at it…',
    ready: 'Uploaded and ready',
    limits: 'JPEG, PNG or WebP, up to 20 MB',
  },
  effects: {
    none: 'No effect',
    all: 'All',
    categories: 'Kinds of effects',
    loading: 'Loading the effects…',
    empty: 'There are no effects here. Write a prompt instead.',
  },
  price: { is: 'Price', unknown: 'not in the price list', balance: 'Balance' },
  task: {
    sending: 'Sending',
    uploading: 'Waiting for the upload',
    refused: 'Not accepted',
    seconds: (seconds: number) => `${seconds} s`,
    reserved: (amount: string) => `${amount} reserved`,
    charged: (amount: string) => `${amount} charged`,
    refunded: (amount: string) => `${amount} refunded`,
    cancel: 'Cancel and refund',
    cancelled: 'You cancelled it before it started.',
    again: 'Same again',
    askAgain: 'Ask again',
    download: 'Download',
    useAsInput: 'Use as input',
    useFrame: 'Use this frame as input',
    copyAs: 'Show as code',
    forget: 'Remove from this list',
    before: 'Before',
    after: 'After',
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
    title: 'This request as code',
    kinds: { curl: 'curl', typescript: 'TypeScript', cli: 'Command line' },
    copy: 'Copy',
    copied: 'Copied',
    close: 'Close',
    keyNote: 'It reads your API key from the variable MEDIAGEN_API_KEY.',
    fileNote: 'photo.jpg stands for your picture.',
  },
  history: {
    title: 'Your results',
    empty: 'What you make appears here, and is still here when you come back.',
  },
  gallery: {
    title: 'Try one of these',
    lead: 'Each shows what an effect makes of a picture. Choose one to begin with its picture and settings.',
    video: 'Film',
    categories: 'Kinds of examples',
  },
  hero: {
    title: 'Make pictures and films',
    lead: 'Describe what you want to see, or begin with a picture of your own.',
  },
  connection: {
    title: 'Connection',
    demo: 'You use the demo account of this machine. No key is needed, and none is in this page.',
    useDemo: 'Use the demo account',
    own: 'Your API key is kept in this tab only and forgotten when you close it.',
    ask: 'Enter the API key of your account. It stays in this tab and is forgotten when you close it.',
    key: 'API key',
    address: 'Address of the service',
    addressHelp: 'Without /api. The service must allow pages of this address, or be a mock.',
    save: 'Connect',
    saving: 'Connecting…',
    forget: 'Forget the key',
    close: 'Close',
    demoName: 'Demo account',
    ownName: 'Your account',
    noneName: 'Not connected',
  },
} as const
