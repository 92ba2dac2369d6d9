import { describe, expect, onTestFinished, test } from 'vitest'
import { Usd } from '../../core/domain/money/usd.ts'
import { RepeatedActionError, UnknownIdError } from '../../operator/actions.ts'
import type { Administration } from '../../operator/administration.ts'
import { errorOf, outage, startTestHttp } from '../support/test-http.ts'
import { operatorApiPaths } from './api-routes.ts'
import type { OperatorDependencies } from './operator.ts'
import { operatorPagePaths, readOperatorPage } from './page-files.ts'

const secret = 'a secret of the tests, long enough for it'
const token = 'a-token-of-the-tests-0123456789abcdef'
const sessionMs = 8 * 3_600_000

/** A service with the page and with stubs as use cases; `acted` records what was called, and for whom. */
async function startOperator(
  replaced: Partial<OperatorDependencies> = {},
  stubs: Partial<Administration> = {},
  app: { readonly trustProxy?: number } = {},
) {
  const acted: [actor: string, action: string, given?: unknown][] = []
  const clock = { nowMs: 1_700_000_000_000, elapsedMs: 0 }
  const service = await startTestHttp({
    ...app,
    operator: {
      token,
      signingSecret: secret,
      isSecure: false,
      nowMs: () => clock.nowMs,
      elapsedMs: () => clock.elapsedMs,
      administrationOf: (actor) => ({ ...stubbed(actor, acted), ...stubs }),
      linkOrigin: async () => 'https://files.example',
      ...replaced,
    },
  })
  onTestFinished(() => service.close())
  const call = (path: string, options: Parameters<typeof service.call>[1] = {}) =>
    service.call(path, { withKey: false, ...options })
  const post = (path: string, json: unknown, headers: Record<string, string> = {}) =>
    call(path, { method: 'POST', json, headers: { Origin: service.url, ...headers } })
  const signIn = async () => {
    const response = await post('/admin/api/sign-in', { token })
    expect(response.status).toBe(200)
    return { Cookie: (response.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '' }
  }
  return { ...service, acted, clock, call, post, signIn, bearer: { Authorization: `Bearer ${token}` } }
}

function stubbed(actor: string, acted: [string, string, unknown?][]): Administration {
  const note =
    <Result>(action: string, result: Result) =>
    async (given?: unknown): Promise<Result> => {
      acted.push([actor, action, given])
      return result
    }
  const account = {
    id: 'a1',
    name: 'Ada',
    reference: undefined,
    balance: Usd.parse('1'),
    reserved: Usd.zero,
    createdAtMs: 0,
    state: 'ACTIVE' as const,
    tasksOpen: 0,
    tasksOpenMax: null,
    tasksRunningMax: null,
    requestsPerMinute: null,
    resultBytes: 0,
  }
  const nothingStored = {
    uploads: 0,
    uploadBytes: 0,
    results: 0,
    resultBytes: 0,
    tasks: 0,
    idempotencyKeys: 0,
    apiKeys: 0,
  }
  const deletion = {
    accountId: 'a1',
    begunAtMs: 0,
    endedAtMs: 1,
    deleted: { ...nothingStored, auditEntries: 0 },
    balance: Usd.zero,
  }
  const never = async () => Promise.reject(new Error('not called by these tests'))
  return {
    createAccount: note('createAccount', { accountId: 'a1', keyId: 'k1', apiKey: 'mg_k1_secret' }),
    creditAccount: note('creditAccount', { accountId: 'a1', balance: Usd.parse('2'), replayed: false }),
    debitAccount: note('debitAccount', { accountId: 'a1', balance: Usd.zero, replayed: false }),
    setAccount: note('setAccount', account),
    suspendAccount: note('suspendAccount', account),
    resumeAccount: note('resumeAccount', account),
    closeAccount: note('closeAccount', { account, cancelled: 0, running: 0 }),
    issueApiKey: note('issueApiKey', { accountId: 'a1', keyId: 'k2', apiKey: 'mg_k2_secret' }),
    revokeApiKey: note('revokeApiKey', { keyId: 'k2' }),
    recordSignIn: note('recordSignIn', undefined),
    findAccounts: note('findAccounts', [account]),
    searchAccounts: note('searchAccounts', { accounts: [account], isComplete: false }),
    nameAccounts: note('nameAccounts', new Map()),
    listEngines: note('listEngines', []),
    cancelTask: never,
    retryTask: never,
    listPauses: never,
    pause: never,
    resume: never,
    nameEngines: note('nameEngines', []),
    listApiKeys: note('listApiKeys', []),
    setAccountLimits: never,
    showAccountData: note('showAccountData', { account, stored: nothingStored, deletion: undefined }),
    deleteAccountData: note('deleteAccountData', deletion),
    rotateApiKey: never,
    setApiKey: never,
    listAccounts: never,
    showAccount: never,
    deleteUploads: never,
    findDisagreements: never,
    findClosedLedger: never,
    findNewestEntryMs: never,
    listTasks: never,
    resolveAccount: never,
    showTask: never,
    showQueue: never,
    showOverview: never,
    showCosts: note('showCosts', { from: 20_000, to: 20_000, days: [] }),
    showResult: never,
    showUsage: never,
    listAuditEntries: never,
    reconcileWithin: never,
    showSettings: never,
    listArchives: never,
    archiveTasks: never,
    restoreArchive: never,
    checkArchives: never,
  }
}

/** Every endpoint except the three for signing in and out. */
const operatorPaths = [...operatorPagePaths(readOperatorPage()), ...operatorApiPaths]
const guarded = operatorPaths
  .filter(({ path }) => path.startsWith('/admin/api/') && !/\/(session|sign-in|sign-out)$/.test(path))
  .map(({ method, path }) => ({ method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, 'some-id') }))

describe('without ADMIN_TOKEN', () => {
  test('the page and all of its API are unknown paths like any other', async () => {
    const service = await startTestHttp()
    onTestFinished(() => service.close())
    for (const { path } of operatorPaths) {
      const response = await service.call(path.replaceAll(/\{\w+\}/g, 'some-id'))
      expect([path, response.status, (await errorOf(response)).code]).toEqual([path, 404, 'NOT_FOUND'])
    }
  })
})

describe("the operator's API", () => {
  test('lets nobody in without a session or the token, and calls nothing', async () => {
    const service = await startOperator()
    expect(guarded.length).toBeGreaterThan(10)
    for (const { method, path } of guarded) {
      const wrong: Record<string, string>[] = [
        {},
        { Cookie: 'mediagen_admin=' },
        { Cookie: `mediagen_admin=${'0'.repeat(32)}.9999999999999.${'A'.repeat(43)}` },
        { Authorization: `Basic ${token}` },
      ]
      for (const headers of wrong) {
        service.clock.elapsedMs += 60_000
        const json = method === 'POST' ? { json: {} } : {}
        const response = await service.call(path, {
          method,
          headers: { Origin: service.url, ...headers },
          ...json,
        })
        expect([path, response.status, (await errorOf(response)).code]).toEqual([path, 401, 'NOT_SIGNED_IN'])
      }
    }
    expect(service.acted).toEqual([])
  })

  test('signs in with the token by a cookie that scripts cannot read and other sites do not send, and records it', async () => {
    const service = await startOperator()
    const response = await service.post('/admin/api/sign-in', { token })
    const cookie = response.headers.get('Set-Cookie') ?? ''
    expect(cookie).toMatch(/^mediagen_admin=[0-9a-f]{32}\.\d+\.[\w-]{43}; /)
    expect(cookie.split('; ').slice(1).sort()).toEqual(
      expect.arrayContaining(['HttpOnly', 'Max-Age=28800', 'Path=/admin', 'SameSite=Strict']),
    )
    expect(cookie).not.toContain('Secure')
    expect(service.acted).toEqual([
      [expect.stringMatching(/^page session [0-9a-f]{8} from 127\.0\.0\.1$/), 'recordSignIn', '127.0.0.1'],
    ])
    const secure = await startOperator({ isSecure: true })
    const other = await secure.post('/admin/api/sign-in', { token })
    expect(other.headers.get('Set-Cookie')).toContain('; Secure')
  })

  test('hands out no session that it could not record', async () => {
    const service = await startOperator({}, { recordSignIn: () => Promise.reject(outage) })
    const response = await service.post('/admin/api/sign-in', { token })
    expect([response.status, response.headers.get('Set-Cookie')]).toEqual([503, null])
  })

  test('serves a session until its 8 hours are over, and says so to the page', async () => {
    const service = await startOperator()
    const headers = await service.signIn()
    const session = async () => (await service.call('/admin/api/session', { headers })).json()
    expect(await session()).toEqual({ isSignedIn: true })
    expect((await service.call('/admin/api/accounts', { headers })).status).toBe(200)
    service.clock.nowMs += sessionMs - 1
    expect((await service.call('/admin/api/accounts', { headers })).status).toBe(200)
    service.clock.nowMs += 1
    expect((await service.call('/admin/api/accounts', { headers })).status).toBe(401)
    expect(await session()).toEqual({ isSignedIn: false })
  })

  test('takes no session whose id, expiry or signature was changed, nor one of another token or secret', async () => {
    const service = await startOperator()
    const { Cookie } = await service.signIn()
    const [, id = '', expires = '', signature = ''] = /=(\w+)\.(\d+)\.([\w-]+)$/.exec(Cookie) ?? []
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)
    const forged = [
      `${id.replace(/^./, (first) => (first === '0' ? '1' : '0'))}.${expires}.${signature}`,
      `${id}.${Number(expires) + 1}.${signature}`,
      `${id}.${expires}.${flipped}`,
      `${id}.${expires}.`,
      `${id}.${expires}`,
      signature,
    ]
    const statusOf = async (where: typeof service, cookie: string) =>
      (await where.call('/admin/api/accounts', { headers: { Cookie: cookie } })).status
    for (const value of forged) expect(await statusOf(service, `mediagen_admin=${value}`)).toBe(401)
    expect(await statusOf(service, `mediagen_admin=forged; ${Cookie}`)).toBe(200)
    const others = [{ token: `${token}2` }, { signingSecret: 'another secret, long enough for the rule' }]
    for (const other of others) expect(await statusOf(await startOperator(other), Cookie)).toBe(401)
    const replaced = { signingSecret: 'another secret, long enough for the rule', previousSecret: secret }
    expect(await statusOf(await startOperator(replaced), Cookie)).toBe(200)
  })

  test('signs out', async () => {
    const service = await startOperator()
    const headers = await service.signIn()
    const response = await service.post('/admin/api/sign-out', {}, headers)
    expect(response.headers.get('Set-Cookie')).toMatch(
      /^mediagen_admin=; Path=\/admin; Expires=Thu, 01 Jan 1970/,
    )
  })

  test('takes the token itself from scripts, who need no page', async () => {
    const service = await startOperator()
    const { bearer: headers } = service
    expect((await service.call('/admin/api/engines', { headers })).status).toBe(200)
    const json = { balance: '1.00' }
    const key = { 'Idempotency-Key': 'one' }
    const made = await service.call('/admin/api/accounts', {
      method: 'POST',
      json,
      headers: { ...headers, ...key },
    })
    expect(await made.json()).toEqual({ accountId: 'a1', keyId: 'k1', apiKey: 'mg_k1_secret' })
    expect(service.acted.at(-1)).toEqual([
      'admin token from 127.0.0.1',
      'createAccount',
      { balance: Usd.parse('1'), idempotencyKey: 'one' },
    ])
  })
})

describe('who guesses the token', () => {
  test.each([
    [1, '203.0.113.2', 'is told apart by the address that a trusted proxy names', 401],
    [1, '203.0.113.1, 203.0.113.2', 'is no other client for an address of its own invention', 401],
    [undefined, '203.0.113.2', 'is the connection where no proxy is trusted', 429],
  ] as const)('with TRUST_PROXY %s from %s %s', async (trustProxy, forwardedFor, _what, status) => {
    const service = await startOperator({}, {}, trustProxy === undefined ? {} : { trustProxy })
    const guess = (from: string) =>
      service.post('/admin/api/sign-in', { token: 'another' }, { 'X-Forwarded-For': from })
    for (let count = 0; count < 10; count += 1) await guess('203.0.113.1')
    expect((await guess('203.0.113.1')).status).toBe(429)
    expect((await guess(forwardedFor)).status).toBe(status)
  })

  test('may fail 10 times a minute and is then told to wait, while the right token and sessions go on', async () => {
    const service = await startOperator()
    const session = await service.signIn()
    for (let count = 0; count < 10; count += 1) {
      const wrong = count % 2 === 0
      const response = wrong
        ? await service.post('/admin/api/sign-in', { token: `${token}x` })
        : await service.call('/admin/api/accounts', { headers: { Authorization: `Bearer ${count}` } })
      expect([response.status, (await errorOf(response)).code]).toEqual([401, 'NOT_SIGNED_IN'])
    }
    service.clock.elapsedMs += 59_000
    const more = [
      await service.post('/admin/api/sign-in', { token: 'another' }),
      await service.call('/admin/api/accounts', { headers: { Authorization: 'Bearer another' } }),
    ]
    for (const response of more) {
      expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '1'])
      expect((await errorOf(response)).code).toBe('TOO_MANY_SIGN_INS')
    }
    expect((await service.call('/admin/api/accounts', { headers: session })).status).toBe(200)
    expect((await service.call('/admin/api/accounts', { headers: service.bearer })).status).toBe(200)
    expect((await service.post('/admin/api/sign-in', { token })).status).toBe(200)
    service.clock.elapsedMs += 1_000
    expect((await service.post('/admin/api/sign-in', { token: 'another' })).status).toBe(401)
  })

  test('finds neither the token nor a key in any response or in the log', async () => {
    const service = await startOperator()
    const texts = [
      await (await service.post('/admin/api/sign-in', { token: 'x'.repeat(40) })).text(),
      await (await service.post('/admin/api/sign-in', { token })).text(),
      await (await service.call('/admin')).text(),
      JSON.stringify(service.logged),
    ]
    for (const text of texts) expect(text).not.toContain(token)
    await expect
      .poll(() => service.logged.filter(({ fields }) => fields.operation === 'admin').length)
      .toBe(3)
    expect(JSON.stringify(service.logged)).not.toContain(token)
  })
})

describe('a request that another site had sent', () => {
  test.each([
    ['Origin: https://evil.example', { Origin: 'https://evil.example' }],
    ['Origin: null', { Origin: 'null' }],
    ['another port', { Origin: 'http://127.0.0.1:1' }],
    ['Sec-Fetch-Site: cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['Sec-Fetch-Site: same-site', { 'Sec-Fetch-Site': 'same-site' }],
    ['neither header', {}],
  ])('changes nothing, though it had the cookie: %s', async (_, sent) => {
    const service = await startOperator()
    const headers = { ...(await service.signIn()), 'Idempotency-Key': 'one', ...sent }
    const before = service.acted.length
    for (const path of [
      '/admin/api/accounts',
      '/admin/api/keys/k1/revoke',
      '/admin/api/sign-in',
      '/admin/api/sign-out',
    ]) {
      const response = await service.call(path, { method: 'POST', json: { balance: '1.00', token }, headers })
      expect([path, response.status, (await errorOf(response)).code]).toEqual([path, 403, 'CROSS_ORIGIN'])
    }
    expect(service.acted).toHaveLength(before)
  })

  test('reads nothing either, even where CORS_ORIGINS lets it call the contract', async () => {
    const service = await startOperator()
    const headers = { ...(await service.signIn()), Origin: 'https://evil.example' }
    expect((await service.call('/admin/api/accounts', { headers })).status).toBe(403)
  })

  test.each([
    undefined,
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ])('is refused as a form would send it: Content-Type %s', async (type) => {
    const service = await startOperator()
    const headers = {
      ...(await service.signIn()),
      Origin: service.url,
      ...(type && { 'Content-Type': type }),
    }
    const body = new TextEncoder().encode('{"amount":"1.00"}')
    const response = await service.call('/admin/api/accounts/a1/credits', { method: 'POST', headers, body })
    expect([response.status, (await errorOf(response)).code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })
})

test('costs come as JSON, or as lines for a spreadsheet', async () => {
  const service = await startOperator()
  const headers = service.bearer
  const asked = '/admin/api/costs?from=2024-10-04&to=2024-10-04'
  const json = await service.call(asked, { headers })
  expect(await json.json()).toMatchObject({ from: '2024-10-04', to: '2024-10-04', rows: [] })
  const csv = await service.call(`${asked}&format=csv`, { headers })
  expect(csv.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  expect(await csv.text()).toBe(
    'Day,Product,Engine,Results,Charged USD,Results with a cost,Cost USD,Margin USD\r\n',
  )
  const byProduct = await service.call(`${asked}&format=csv&by=product`, { headers })
  expect(await byProduct.text()).toMatch(/^Product,Results,/)
  for (const wrong of ['format=xml', 'by=', 'by=week', 'by=day,day'])
    expect((await service.call(`${asked}&${wrong}`, { headers })).status).toBe(400)
})

type Refused = [path: string, json: object, field: string, message: string]

function refusedCredits(amounts: readonly string[], message: string): Refused[] {
  return amounts.map((amount) => ['/admin/api/accounts/a1/credits', { amount }, '/amount', message])
}

describe('a change', () => {
  test.each<Refused>([
    ['/admin/api/accounts', { balance: '1,50' }, '/balance', 'Write an amount'],
    ['/admin/api/accounts', { balance: 1.5 }, '/balance', 'must be a string'],
    ['/admin/api/accounts', {}, '/balance', 'is required'],
    ['/admin/api/accounts', { balance: '1', name: ' Ada' }, '/name', 'A name has 1 to 200 printable'],
    ['/admin/api/accounts/a1', { accountId: 'a2', name: 'Ada' }, '/accountId', 'is not allowed'],
    ['/admin/api/accounts/a1', {}, '/', 'must contain at least one of [name, reference]'],
    ['/admin/api/accounts/a1', { reference: 'a\nb' }, '/reference', 'A reference has 1 to 200 printable'],
    ['/admin/api/accounts/a1/debits', { amount: '0' }, '/amount', 'The amount must be more than 0.'],
    ['/admin/api/accounts/a1/debits', { amount: '1', reason: '' }, '/reason', 'is not allowed to be empty'],
    ['/admin/api/accounts/a1/credits', { amount: '-1' }, '/amount', 'Write an amount'],
    ...refusedCredits(['0', '0.00', '0.000000', '000'], 'The amount must be more than 0.'),
    ...refusedCredits(['-0', '-0.01', '+1', '1e0', ' 1', '1 ', '.5', '0x1'], 'Write an amount'),
    ['/admin/api/accounts/a1/credits', { amount: '1', more: 1 }, '/more', 'is not allowed'],
    ['/admin/api/accounts/a1/keys', { more: 'x' }, '/more', 'is not allowed'],
    ['/admin/api/accounts/a1/keys', { dayLimit: '0' }, '/dayLimit', 'The amount must be more than 0.'],
    ['/admin/api/accounts/a1/keys', { products: 'audio' }, '/products', 'Products are some of'],
    ['/admin/api/accounts/a1/keys', { expiresAt: '2020-01-01' }, '/expiresAt', 'This time is over'],
    ['/admin/api/keys/k1', { requestsPerMinute: '1001' }, '/requestsPerMinute', 'A rate is'],
    ['/admin/api/keys/k1/rotate', { overlapHours: '-1' }, '/overlapHours', 'An overlap is'],
  ])('of %s with %j is refused by the name of the field', async (path, json, field, message) => {
    const service = await startOperator()
    const response = await service.post(path, json, { ...(await service.signIn()), 'Idempotency-Key': 'one' })
    expect(response.status).toBe(400)
    expect((await errorOf(response)).details).toEqual([
      { path: field, message: expect.stringContaining(message) },
    ])
  })

  test.each(['/admin/api/accounts', '/admin/api/accounts/a1/credits', '/admin/api/accounts/a1/keys'])(
    'of %s needs an Idempotency-Key, so that a second click does nothing',
    async (path) => {
      const service = await startOperator()
      const json = path.endsWith('accounts')
        ? { balance: '1' }
        : path.endsWith('credits')
          ? { amount: '1' }
          : {}
      const headers = await service.signIn()
      const response = await service.post(path, json, headers)
      expect((await errorOf(response)).details).toMatchObject([{ path: '/Idempotency-Key' }])
      await service.post(path, json, { ...headers, 'Idempotency-Key': 'one' })
      expect(JSON.stringify(service.acted.at(-1))).toContain(path.endsWith('keys') ? '"a1"' : 'one')
    },
  )

  test('that is refused says why: an unknown id, a key used before', async () => {
    const stubs = {
      revokeApiKey: () => Promise.reject(new UnknownIdError('API key', '<b>')),
      issueApiKey: () => Promise.reject(new RepeatedActionError('it was shown.')),
    }
    const service = await startOperator({}, stubs)
    const headers = { ...(await service.signIn()), 'Idempotency-Key': 'one' }
    const unknown = await service.post('/admin/api/keys/k/revoke', {}, headers)
    expect(await errorOf(unknown)).toMatchObject({ status: 404, message: 'There is no API key <b>.' })
    expect(unknown.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    const repeated = await service.post('/admin/api/accounts/a1/keys', {}, headers)
    expect(await errorOf(repeated)).toMatchObject({ status: 409, code: 'REPEATED_ACTION' })
  })

  test('with a body of more than 64 KB is refused before and after the sign-in', async () => {
    const service = await startOperator()
    const large = { token: 'x'.repeat(70_000) }
    expect((await service.post('/admin/api/sign-in', large)).status).toBe(413)
    const headers = { ...(await service.signIn()), 'Idempotency-Key': 'one' }
    expect((await service.post('/admin/api/accounts', large, headers)).status).toBe(413)
  })
})

describe('the page', () => {
  test('allows no inline script, no other host and no frame, and every file that it names is there', async () => {
    const service = await startOperator()
    const response = await service.call('/admin')
    const policy = response.headers.get('Content-Security-Policy') ?? ''
    for (const directive of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "frame-ancestors 'none'",
    ])
      expect(policy.split('; ')).toContain(directive)
    // Results come from the store, as images and videos alone.
    const pictures = /(img-src 'self'|media-src) https:\/\/files\.example;/g
    expect(policy.match(pictures)).toHaveLength(2)
    expect(policy.replaceAll(pictures, '')).not.toMatch(/unsafe|\*|https?:/)
    const html = await response.text()
    expect(html).not.toMatch(/<script>|<style|style=|onclick=/)
    const files = [...html.matchAll(/(?:src|href)="(\/admin\/page\/[^"]+)"/g)].map(([, path = '']) => path)
    for (const path of files) expect([path, (await service.call(path)).status]).toEqual([path, 200])
    // Nothing is loaded later or from elsewhere.
    const paths = operatorPaths.map(({ path }) => path)
    expect(files.toSorted()).toEqual(paths.filter((path) => path.startsWith('/admin/page/')).toSorted())
    expect([...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path).toSorted()).toEqual(
      files.toSorted(),
    )
  })

  test('serves no other file of its folder', async () => {
    const service = await startOperator()
    for (const name of ['index.html', 'tsconfig.json', '..%2fpackage.json', '../package.json'])
      expect((await service.call(`/admin/page/${name}`)).status).toBe(404)
  })

  test('responds to other methods with 405 and those that it knows', async () => {
    const service = await startOperator()
    const response = await service.call('/admin/api/accounts', { method: 'DELETE', headers: service.bearer })
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS'])
    const options = await service.call('/admin/api/accounts', { method: 'OPTIONS' })
    expect(options.headers.get('Allow')).toBe('GET, HEAD, POST, OPTIONS')
  })
})
