import { availableParallelism } from 'node:os'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { OperatorFileError } from './operator-file-error.ts'

const here = '/srv/mediagen'
const signingSecret = 'a secret of the tests, long enough for the rule'

/** The problems found when reading these variables, one sentence each. */
function problemsOf(variables: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(variables, here)
    return []
  } catch (error) {
    if (error instanceof OperatorFileError) return error.problems
    throw error
  }
}

describe('readConfig', () => {
  test('needs no variable at all: everything has a default for the embedded mode', () => {
    expect(readConfig({}, here)).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      dataDir: '/srv/mediagen/.data',
      databaseUrl: 'sqlite:/srv/mediagen/.data/mediagen.sqlite',
      objectStoreUrl: 'file:/srv/mediagen/.data/objects',
      signingSecret: undefined,
      signingSecretPrevious: undefined,
      traces: undefined,
      adminToken: undefined,
      providersFile: undefined,
      catalogueDir: expect.stringMatching(/\/catalogue$/),
      playgroundDir: expect.stringMatching(/\/server\/playground\/dist$/),
      workerConcurrency: availableParallelism(),
      provenanceMarks: true,
      logLevel: 'info',
      corsOrigins: [],
      idempotencyRememberedMs: 86_400_000,
      heldPollsMax: 100,
    })
  })

  test('reads every variable that is set', () => {
    const variables = {
      HOST: '0.0.0.0',
      PORT: '8080',
      PUBLIC_URL: 'https://media.example.com/',
      TRUST_PROXY: 'loopback, 10.0.0.0/8',
      DATA_DIR: '/var/lib/mediagen',
      DATABASE_URL: 'mysql://user:secret@db:3306/mediagen',
      OBJECT_STORE_URL: 'file:objects',
      SIGNING_SECRET: signingSecret,
      SIGNING_SECRET_PREVIOUS: 'p'.repeat(32),
      ADMIN_TOKEN: 'administer'.repeat(4),
      PROVIDERS_FILE: 'providers.yaml',
      CATALOGUE_DIR: '/etc/mediagen/catalogue',
      PLAYGROUND_DIR: 'pages',
      WORKER_CONCURRENCY: '7',
      WORKER_DRAIN_SECONDS: '300',
      PROVENANCE_MARKS: 'off',
      LOG_LEVEL: 'warn',
      CORS_ORIGINS: 'https://a.example, https://b.example,',
      IDEMPOTENCY_HOURS: '48',
      HELD_POLLS_MAX: '0',
    }
    expect(readConfig(variables, here)).toMatchObject({
      host: '0.0.0.0',
      port: 8080,
      publicUrl: 'https://media.example.com',
      trustProxy: ['loopback', '10.0.0.0/8'],
      dataDir: '/var/lib/mediagen',
      databaseUrl: 'mysql://user:secret@db:3306/mediagen',
      objectStoreUrl: 'file:/srv/mediagen/objects',
      signingSecret,
      signingSecretPrevious: 'p'.repeat(32),
      adminToken: 'administer'.repeat(4),
      providersFile: '/srv/mediagen/providers.yaml',
      catalogueDir: '/etc/mediagen/catalogue',
      playgroundDir: '/srv/mediagen/pages',
      workerConcurrency: 7,
      workerDrainMs: 300_000,
      provenanceMarks: false,
      logLevel: 'warn',
      corsOrigins: ['https://a.example', 'https://b.example'],
      idempotencyRememberedMs: 172_800_000,
      heldPollsMax: 0,
    })
  })

  test('treats an empty variable as unset, as container platforms pass them', () => {
    const empty = Object.fromEntries(
      ['HOST', 'PORT', 'PUBLIC_URL', 'DATABASE_URL', 'SIGNING_SECRET', 'LOG_LEVEL', 'CORS_ORIGINS'].map(
        (name) => [name, ''],
      ),
    )
    expect(readConfig(empty, here)).toEqual(readConfig({}, here))
  })

  test('serves no playground where it is switched off', () => {
    expect(readConfig({ PLAYGROUND_DIR: 'off' }, here).playgroundDir).toBeUndefined()
  })

  test('puts the defaults of database and objects into the data folder', () => {
    expect(readConfig({ DATA_DIR: 'elsewhere' }, here)).toMatchObject({
      dataDir: '/srv/mediagen/elsewhere',
      databaseUrl: 'sqlite:/srv/mediagen/elsewhere/mediagen.sqlite',
      objectStoreUrl: 'file:/srv/mediagen/elsewhere/objects',
    })
  })

  test.each([
    ['HOST', 'not a host'],
    ['PORT', '65536'],
    ['PORT', 'http'],
    ['PORT', '-1'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '12'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'loopback, proxy.example'],
    ['PUBLIC_URL', 'media.example.com'],
    ['PUBLIC_URL', 'ftp://media.example.com'],
    ['DATABASE_URL', 'postgres://db/mediagen'],
    ['DATABASE_URL', 'sqlite:'],
    ['OBJECT_STORE_URL', 'https://bucket'],
    ['OBJECT_STORE_URL', 'file:'],
    ['SIGNING_SECRET', 's'.repeat(31)],
    ['SIGNING_SECRET_PREVIOUS', 's'.repeat(31)],
    ['ADMIN_TOKEN', 's'.repeat(31)],
    ['ADMIN_TOKEN', `${'abcdefgh'.repeat(64)}s`],
    ['ADMIN_TOKEN', `${'abcdefgh'.repeat(4)} s`],
    ['ADMIN_TOKEN', 's'.repeat(32)],
    ['ADMIN_TOKEN', 'abcdefg'.repeat(5)],
    ['SIGNING_SECRET', 's'.repeat(64)],
    ['PUBLIC_URL', 'https://ada:secret@media.example.com'],
    ['PUBLIC_URL', 'https://ada@media.example.com'],
    ['PUBLIC_URL', 'https://media.example.com/?tenant=7'],
    ['PUBLIC_URL', 'https://media.example.com?'],
    ['PUBLIC_URL', 'https://media.example.com/media#top'],
    ['WORKER_CONCURRENCY', '0'],
    ['WORKER_CONCURRENCY', '1025'],
    ['WORKER_CONCURRENCY', '1.5'],
    ['WORKER_DRAIN_SECONDS', '-1'],
    ['WORKER_DRAIN_SECONDS', '3601'],
    ['PROVENANCE_MARKS', 'no'],
    ['LOG_LEVEL', 'loud'],
    ['CORS_ORIGINS', 'app.example.com'],
    ['CORS_ORIGINS', 'https://'],
    ['CORS_ORIGINS', 'https://a.example, data:text'],
    ['CORS_ORIGINS', 'https://*.example.com'],
    ['IDEMPOTENCY_HOURS', '23'],
    ['HELD_POLLS_MAX', '-1'],
    ['HELD_POLLS_MAX', '10001'],
    ['TASKS_OPEN_MAX', '0'],
    ['TASKS_OPEN_MAX', 'none'],
    ['TASKS_RUNNING_MAX', '0'],
    ['TASKS_RUNNING_MAX', '1.5'],
    ['UPLOADS_OPEN_MAX', '0'],
    ['UPLOADS_OPEN_MAX', '10001'],
    ['UPLOADS_OPEN_MAX', 'many'],
    ['UPLOADS_KEPT_GB', '0'],
    ['UPLOADS_KEPT_GB', '-1'],
    ['UPLOADS_KEPT_GB', '1048577'],
    ['UPLOAD_RETENTION_DAYS', '0'],
    ['UPLOAD_RETENTION_DAYS', '1.5'],
    ['UPLOAD_RETENTION_DAYS', '36501'],
    ['RESULT_RETENTION_DAYS', '0'],
    ['RESULT_RETENTION_DAYS', '36501'],
    ['TASK_RETENTION_DAYS', '0'],
    ['TASK_RETENTION_DAYS', '36501'],
  ])('refuses %s=%s and names the variable', (name, value) => {
    const problems = problemsOf({ [name]: value })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(`"${name}"`)
  })

  test.each([
    ['PORT', '99999', 'a whole number from 0 to 65535'],
    ['METRICS_PORT', 'http', 'a whole number from 0 to 65535'],
    ['WORKER_CONCURRENCY', '-0.5', 'a whole number from 1 to 1024'],
    ['WORKER_DRAIN_SECONDS', '3601', 'a whole number from 0 to 3600'],
    ['HELD_POLLS_MAX', '1e9', 'a whole number from 0 to 10000'],
    ['TASKS_OPEN_MAX', '0', 'a whole number from 1 to 1000000'],
    ['UPLOADS_OPEN_MAX', '0', 'a whole number from 1 to 10000'],
    ['UPLOADS_KEPT_GB', '0', 'a number above 0, up to 1048576'],
    ['UPLOAD_RETENTION_DAYS', 'x', 'a whole number from 1 to 36500'],
    ['RESULT_RETENTION_DAYS', '1.5', 'a whole number from 1 to 36500'],
    ['TASK_RETENTION_DAYS', 'for ever', 'a whole number from 1 to 36500'],
  ])('refuses %s=%s in one sentence, which names both ends of the range', (name, value, range) => {
    expect(problemsOf({ [name]: value })).toEqual([`"${name}" must be ${range}`])
  })

  test.each([
    ['PORT', '1'],
    ['PORT', '65535'],
    ['WORKER_CONCURRENCY', '1'],
    ['WORKER_CONCURRENCY', '1024'],
    ['WORKER_DRAIN_SECONDS', '0'],
    ['WORKER_DRAIN_SECONDS', '3600'],
    ['SIGNING_SECRET', signingSecret],
    ['ADMIN_TOKEN', 'abcdefgh'.repeat(4)],
    ['ADMIN_TOKEN', 'abcdefgh'.repeat(64)],
    ['IDEMPOTENCY_HOURS', '24'],
    ['HELD_POLLS_MAX', '0'],
    ['HELD_POLLS_MAX', '10000'],
    ['TASKS_OPEN_MAX', '1'],
    ['TASKS_OPEN_MAX', '1000000'],
    ['TASKS_RUNNING_MAX', '1'],
    ['TASKS_RUNNING_MAX', '1000000'],
    ['UPLOADS_OPEN_MAX', '1'],
    ['UPLOADS_OPEN_MAX', '10000'],
    ['UPLOADS_KEPT_GB', '0.5'],
    ['UPLOADS_KEPT_GB', '1048576'],
    ['UPLOAD_RETENTION_DAYS', '1'],
    ['UPLOAD_RETENTION_DAYS', '36500'],
    ['RESULT_RETENTION_DAYS', '1'],
    ['RESULT_RETENTION_DAYS', '36500'],
    ['TASK_RETENTION_DAYS', '1'],
    ['TASK_RETENTION_DAYS', '36500'],
  ])('accepts %s=%s, the last valid value', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([])
  })

  test.each([
    '*',
    'null',
    'http://localhost:5173',
    'http://[::1]:5173',
    'https://xn--bcher-kva.example',
    'capacitor://localhost',
    'chrome-extension://abcdef',
  ])('accepts the origin %s', (origin) => {
    expect(readConfig({ CORS_ORIGINS: origin }, here).corsOrigins).toEqual([origin])
  })

  test.each([
    ['https://app.example.com/', 'https://app.example.com'],
    ['https://app.example.com/page', 'https://app.example.com'],
    ['https://App.Example.com', 'https://app.example.com'],
    ['https://app.example.com:443', 'https://app.example.com'],
    ['capacitor://localhost/', 'capacitor://localhost'],
  ])('says how browsers send the origin %s, which would never match', (written, sent) => {
    expect(problemsOf({ CORS_ORIGINS: `*,${written}` })).toEqual([
      `"CORS_ORIGINS" must list the origin as browsers send it: ${sent}`,
    ])
  })

  test('names every wrong variable at once', () => {
    const problems = problemsOf({ PORT: 'x', LOG_LEVEL: 'y', WORKER_CONCURRENCY: 'z', PUBLIC_URL: 'q' })
    expect(problems.map((problem) => /"(\w+)"/.exec(problem)?.[1]).sort()).toEqual([
      'LOG_LEVEL',
      'PORT',
      'PUBLIC_URL',
      'WORKER_CONCURRENCY',
    ])
  })

  test('signs results with a certificate and its key, which need each other and the marks', () => {
    expect(readConfig({}, here).c2pa).toBeUndefined()
    const files = { C2PA_CERTIFICATE: 'tls/chain.pem', C2PA_PRIVATE_KEY: '/etc/key.pem' }
    expect(readConfig(files, here).c2pa).toEqual({
      certificateFile: '/srv/mediagen/tls/chain.pem',
      privateKeyFile: '/etc/key.pem',
    })
    for (const name of ['C2PA_CERTIFICATE', 'C2PA_PRIVATE_KEY'])
      expect(problemsOf({ [name]: 'file.pem' })).toEqual([
        '"C2PA_CERTIFICATE" and "C2PA_PRIVATE_KEY" need each other',
      ])
    expect(problemsOf({ ...files, PROVENANCE_MARKS: 'off' })).toHaveLength(1)
  })

  test('keeps results and tasks for ever unless told how many days, no key longer than its task', () => {
    expect(readConfig({}, here)).toMatchObject({ resultRetentionMs: undefined, taskRetentionMs: undefined })
    expect(readConfig({ RESULT_RETENTION_DAYS: '30', TASK_RETENTION_DAYS: '2' }, here)).toMatchObject({
      resultRetentionMs: 30 * 86_400_000,
      taskRetentionMs: 2 * 86_400_000,
    })
    expect(problemsOf({ TASK_RETENTION_DAYS: '2', IDEMPOTENCY_HOURS: '48' })).toEqual([])
    expect(problemsOf({ TASK_RETENTION_DAYS: '1', IDEMPOTENCY_HOURS: '48' })).toEqual([
      '"TASK_RETENTION_DAYS" must be at least as long as "IDEMPOTENCY_HOURS": a retry with a remembered key is answered with its task',
    ])
  })

  test('archives tasks only where prompts are erased, and long after that', () => {
    expect(readConfig({}, here).taskArchiveMs).toBeUndefined()
    const settings = { TASK_RETENTION_DAYS: '60', TASK_ARCHIVE_DAYS: '90' }
    expect(readConfig(settings, here).taskArchiveMs).toBe(90 * 86_400_000)
    const problem =
      '"TASK_ARCHIVE_DAYS" needs "TASK_RETENTION_DAYS", and must be at least 30 more: an archive has no prompts'
    expect(problemsOf({ ...settings, TASK_ARCHIVE_DAYS: '89' })).toEqual([problem])
    expect(problemsOf({ TASK_ARCHIVE_DAYS: '365' })).toEqual([problem])
  })

  test('requires a signing secret with MySQL, because every process must sign links alike', () => {
    const [problem] = problemsOf({ DATABASE_URL: 'mysql://db/mediagen' })
    expect(problem).toContain('"SIGNING_SECRET" is required')
    expect(problemsOf({ DATABASE_URL: 'mysql://db/mediagen', SIGNING_SECRET: signingSecret })).toEqual([])
  })

  test('serves metrics on a separate port, by default on the host of the API', () => {
    expect(readConfig({}, here).metrics).toBeUndefined()
    expect(readConfig({ METRICS_PORT: '' }, here).metrics).toBeUndefined()
    const own = { HOST: '0.0.0.0', METRICS_PORT: '9464' }
    expect(readConfig(own, here).metrics).toEqual({ host: '0.0.0.0', port: 9464 })
    const inside = { ...own, METRICS_HOST: '10.0.0.7' }
    expect(readConfig(inside, here).metrics).toEqual({ host: '10.0.0.7', port: 9464 })
  })

  test.each([
    [{ METRICS_PORT: '3000' }, '"METRICS_PORT" must not be "PORT"'],
    [
      { PORT: '9464', METRICS_PORT: '9464', HOST: '10.0.0.1', METRICS_HOST: '10.0.0.2' },
      'must not be "PORT"',
    ],
    [{ METRICS_HOST: '127.0.0.1' }, '"METRICS_HOST" needs "METRICS_PORT"'],
    [{ METRICS_HOST: '127.0.0.1', METRICS_PORT: '' }, '"METRICS_HOST" needs "METRICS_PORT"'],
    [{ METRICS_HOST: 'not a host', METRICS_PORT: '9464' }, '"METRICS_HOST" must be'],
    [{ METRICS_PORT: '65536' }, '"METRICS_PORT" must be'],
  ])('refuses %j, which would expose metrics in an unintended place', (variables, sentence) => {
    expect(problemsOf(variables)).toEqual([expect.stringContaining(sentence)])
  })

  const s3 = { OBJECT_STORE_URL: 's3://bucket' }
  const placeholder = 'replace-me-with-at-least-32-characters'

  test.each([
    ['SIGNING_SECRET', { SIGNING_SECRET: placeholder }],
    ['ADMIN_TOKEN', { ADMIN_TOKEN: placeholder }],
    ['ADMIN_TOKEN', { ADMIN_TOKEN: `CHANGEME${'x'.repeat(32)}` }],
    [
      'DATABASE_URL',
      { DATABASE_URL: `mysql://user:${placeholder}@db/mediagen`, SIGNING_SECRET: signingSecret },
    ],
    ['AWS_ACCESS_KEY_ID', { ...s3, AWS_ACCESS_KEY_ID: 'replace-me-access-key' }],
    ['AWS_SECRET_ACCESS_KEY', { ...s3, AWS_SECRET_ACCESS_KEY: '…' }],
  ])(
    'refuses the placeholder of an example in %s, says what to set, and does not repeat it',
    (name, variables) => {
      const problems = problemsOf(variables)
      expect(problems).toEqual([expect.stringContaining(`"${name}"`)])
      expect(problems.join()).toMatch(/openssl rand|has issued/)
      expect(problems.join()).not.toContain(placeholder)
    },
  )

  test('leaves the credentials of another store alone', () => {
    expect(problemsOf({ AWS_ACCESS_KEY_ID: 'replace-me' })).toEqual([])
  })

  test.each(['SIGNING_SECRET', 'SIGNING_SECRET_PREVIOUS'])('refuses %s as the password as well', (name) => {
    const secret = 'abcdefgh'.repeat(4)
    expect(problemsOf({ [name]: secret, ADMIN_TOKEN: secret })).toEqual([
      expect.stringContaining(`"ADMIN_TOKEN" and "${name}" have the same value`),
    ])
  })

  test('puts an IPv6 host into brackets in the URL of its links', () => {
    expect(readConfig({ HOST: '::1' }, here).publicUrl).toBe('http://[::1]:3000')
  })

  test('never repeats a secret in a problem', () => {
    expect(problemsOf({ SIGNING_SECRET: 'hunter2' }).join()).not.toContain('hunter2')
    expect(problemsOf({ ADMIN_TOKEN: 'hunter2' }).join()).not.toContain('hunter2')
  })
})
