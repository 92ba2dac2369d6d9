// biome-ignore-all lint/style/noExcessiveLinesPerFile: one table, which would not gain from being split.
import type { Product, TaskStatus } from '@mediagen/sdk'
import type { FieldKind } from './contract/read-forms.ts'

/** What an error means to a person: what happened, and what to do. */
export interface Explanation {
  readonly title: string
  readonly advice: string
}

/** TIER_UNAVAILABLE with details: no engine is configured, and waiting changes nothing. */
export const notOffered = {
  title: 'This service has no engine for this',
  advice:
    'Choose another resolution or product. The operator can add an engine: npx @mediagen/server providers. Nothing was charged.',
} as const satisfies Explanation

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
  skip: 'Skip to the results',
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
    waits: 'Uploaded when you send the request',
    ready: 'Uploaded and ready',
    limits: 'JPEG, PNG or WebP, up to 20 MB',
    seen: 'The operator of the service, and the engines and checks they set up, can see it.',
  },
  studio: {
    is: 'The studio makes this, and is no AI model:',
    knows: 'what it knows',
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
    cheaper: 'Choose something cheaper.',
    cheapest: 'Nothing here costs less.',
    ask: 'Ask the operator to add money:',
    run: 'Add money:',
    credit: (id: string) => `npx @mediagen/server admin credit-account ${id} --amount 10`,
    account: 'Account',
    copyAccount: 'Copy account id',
    accountCopied: 'Copied',
    balance: 'Balance',
  },
  task: {
    sending: 'Sending',
    limited: (time: string) => `Waiting ${time} for the limit of requests a minute`,
    stop: 'Stop',
    uploading: 'Waiting for the upload',
    refused: 'Not accepted',
    unanswered: 'Not known whether accepted',
    rendering: (time: string) => `Rendering for ${time}`,
    progress: 'Progress',
    usual: (time: string) => `Usually ${time}.`,
    doneIn: (time: string) => `Done in ${time}`,
    seconds: (seconds: string) => `${seconds} s`,
    minutes: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
    slow: 'This takes longer than usual. You may leave: its result stays with the account.',
    reserved: (amount: string) => `${amount} reserved`,
    charged: (amount: string) => `${amount} charged`,
    refunded: (amount: string) => `Not charged: ${amount} refunded`,
    cancel: 'Cancel and refund',
    cancelled: 'You cancelled it before it started.',
    started: 'Can no longer be cancelled; refunded if it fails.',
    again: 'Same again',
    tryAgain: 'Try again',
    edit: 'Change the request',
    otherImage: 'Choose another image',
    smaller: 'Choose something smaller',
    otherKey: 'Change the key',
    askAgain: 'Ask again',
    download: 'Download',
    share: 'Share',
    useAsInput: 'Use as input',
    useFrame: 'Use frame as input',
    size: (width: number, height: number) => `${width} × ${height}`,
    copyAs: 'Show as code',
    forget: 'Remove from this list',
    deleteResult: 'Delete the result',
    deleteForGood: 'Delete the result for good: nothing is refunded',
    deleteInput: 'Delete your image',
    deleteInputForGood: 'Delete your image for good: other requests may use it, too',
    inputDeleted: 'Your image was deleted.',
    keep: 'Keep it',
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
  code: { title: 'This request as code', copy: 'Copy' },
  results: 'Results',
  history: {
    title: 'Your results',
    unknown: 'Request deleted',
    search: 'Search your requests',
    stopAll: (count: number) => `Stop ${count} not sent yet`,
    searching: 'Searching…',
    notFound: 'Nothing found.',
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
    copy: 'Copy link to this request',
    copied: 'Link copied',
    by: 'The link to this request',
    change: 'Change and make again',
    asks: 'A link would replace your request with another one.',
    replace: 'Replace it',
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
  notice: { close: 'Dismiss', notLoaded: 'It could not be loaded. Reload the page.' },
  connectivity: {
    offline: 'Offline. Your tasks go on; this page follows them again when you are back.',
    away: 'The service does not answer. Your tasks are safe; this page asks again every few seconds.',
    retry: 'Ask now',
    notSent: 'Not sent: you are offline.',
  },
  connection: {
    ask: 'Enter the API key of your account. It stays in this tab and is forgotten when you close it; your requests and results stay with the account.',
    enter: 'Enter the API key',
    demoName: 'Demo account',
    ownName: 'Your account',
    noneName: 'Not connected',
  },
} as const
