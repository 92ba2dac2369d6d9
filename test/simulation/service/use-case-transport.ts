import { errorCodes, ServiceError } from '@mediagen/contract/errors'
import type { Administration } from '../../../server/src/operator/administration.ts'
import { isOutcomeUnknown, isStorageOutage } from '../../../server/src/use-cases/uploads/storage-outage.ts'
import type { ClientRequest, ClientResponse, Transport } from '../../breakage/client/transport.ts'
import type { Api } from './processes.ts'

const lost = 'no answer'
const noAnswer = new Error(lost)
const away: ClientResponse = { status: 503, body: { code: 'SERVICE_UNAVAILABLE' } }
const atFault: ClientResponse = { status: 500, body: { code: 'INTERNAL' } }

interface AccessOptions {
  readonly apis: () => readonly Api[]
  readonly random: () => number
}

/** What an API says, unless it dies before that. */
async function ask<T>({ apis, random }: AccessOptions, work: (api: Api) => Promise<T>): Promise<T> {
  const api = apis()[Math.floor(random() * apis().length)]
  if (api === undefined) throw noAnswer
  const died = api.process.died.then(() => {
    throw noAnswer
  })
  return Promise.race([work(api), died])
}

/** The operator's actions on balances. */
export function createScheduledAdministration(
  access: AccessOptions,
): Pick<Administration, 'creditAccount' | 'debitAccount'> {
  return {
    creditAccount: (request) => ask(access, ({ administration }) => administration.creditAccount(request)),
    debitAccount: (request) => ask(access, ({ administration }) => administration.debitAccount(request)),
  }
}

/** Reaches the use cases of whichever API is up, without HTTP between. */
export function createUseCaseTransport(
  access: AccessOptions & {
    /** The API key of each account. */
    readonly keys: ReadonlyMap<string, string>
  },
): Transport {
  const { apis, keys } = access

  const answer = (work: (api: Api) => Promise<object>): Promise<ClientResponse | string> =>
    ask(access, work).then((body) => ({ status: 200, body }), failureOf)

  return {
    isUp: () => apis().length > 0,
    send: (account, request) =>
      answer(async ({ useCases }) => {
        const owner = await useCases.authenticate(keys.get(account) ?? '')
        return answerTo(useCases, { accountId: account, keyLimitsId: owner?.keyLimitsId }, request)
      }),
    async put(link, contentType, bytes) {
      const put = ask(access, ({ objectStore }) => objectStore.put({ key: keyOf(link), contentType, bytes }))
      return put.then(
        () => true,
        () => false,
      )
    },
    async get(link) {
      const read = ask(access, ({ objectStore }) => objectStore.read(keyOf(link)))
      return read.then(
        (bytes) => bytes ?? null,
        () => undefined,
      )
    },
  }
}

/** As the HTTP server responds to an error. */
function failureOf(error: unknown): ClientResponse | string {
  if (error instanceof ServiceError)
    return { status: errorCodes[error.code].status, body: { code: error.code } }
  if (error === noAnswer || isOutcomeUnknown(error)) return lost
  return isStorageOutage(error) ? away : atFault
}

function keyOf(link: string): string {
  return new URL(link).pathname
}

/** What the HTTP server does with a request of a client. */
function answerTo(
  useCases: Api['useCases'],
  owner: { readonly accountId: string; readonly keyLimitsId: string | undefined },
  { path, body = {}, idempotencyKey, cancelAfter }: ClientRequest,
): Promise<object> {
  const { accountId } = owner
  const [, , , resource = '', id = '', action] = path.split('/')
  if (resource === 'tasks')
    return action === 'cancel'
      ? useCases.cancelTask(accountId, id)
      : useCases.getTask(accountId, id).then(({ task }) => task)
  if (resource === 'uploads')
    return action === 'complete'
      ? useCases.completeUpload(accountId, id)
      : useCases.createUpload(accountId, 'image/png')
  return useCases.acceptGeneration({
    ...owner,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(cancelAfter !== undefined && { cancelAfter }),
    product: `${resource === 'images' ? 'image' : 'video'}.${id === 'generations' ? 'generate' : 'transform'}`,
    // As HTTP has checked it.
    parameters: body as never,
  })
}
