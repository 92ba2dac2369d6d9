import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createMachine, type Machine, type RunningProcess } from './support/service-process.ts'

const generations = '/api/v1/images/generations'

/** What may be done with each folder and file below one, and with that one itself, by its path. */
async function modesBelow(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))]
  const modes = new Map<string, string>()
  for (const path of paths) {
    const stats = await stat(path)
    const kind = stats.isDirectory() ? 'folder' : 'file'
    modes.set(relative(folder, path), `${kind} ${(stats.mode & 0o777).toString(8)}`)
  }
  return modes
}

describe('serve, on a machine with nothing on it', () => {
  let machine: Machine
  let first: RunningProcess
  let apiKey: string
  let task: { id: string }

  beforeAll(async () => {
    machine = await createMachine()
    first = await machine.start('serve')
    apiKey = /Demo API key\s+(\S+)/.exec(first.output())?.[1] ?? ''
  })
  afterAll(() => machine.remove())

  test('prints its address, links to the documentation, and a working key', async () => {
    expect(first.output()).toContain(machine.baseUrl)
    expect(first.output()).toContain(`${machine.baseUrl}/api/docs`)
    expect(first.output()).toContain(`curl -s ${machine.baseUrl}${generations}`)
    const { status, body } = await machine.accountOf(apiKey).call('GET', '/api/v1/me')
    expect([status, body.balance]).toEqual([200, '100.00'])
  })

  test('generates an image with this key', async () => {
    const account = machine.accountOf(apiKey)
    task = (await account.call('POST', generations, { prompt: 'a lighthouse' })).body
    const { status, output } = await account.finished(task.id)
    expect(status).toBe('SUCCEEDED')
    const image = await fetch(output.images[0].url)
    expect(image.headers.get('Content-Type')).toBe('image/png')
    expect((await image.arrayBuffer()).byteLength).toBe(output.images[0].sizeBytes)
  })

  test('serves probes, and metrics in the form of Prometheus', async () => {
    const read = async (path: string) => (await fetch(`${machine.baseUrl}${path}`)).text()
    expect(JSON.parse(await read('/healthz'))).toEqual({ status: 'ok' })
    expect(JSON.parse(await read('/readyz'))).toMatchObject({ status: 'ready' })
    const metrics = await read('/metrics')
    for (const line of [
      'mediagen_generations_accepted_total{product="image.generate",tier="1k"} 1',
      'mediagen_tasks_settled_total{product="image.generate",outcome="SUCCEEDED"} 1',
      'mediagen_queue_tasks{state="waiting"} 0',
      'mediagen_ledger_disagreements 0',
    ])
      expect(metrics).toContain(line)
    expect(metrics).toMatch(
      /http_server_request_duration_seconds_count\{operation="getAccount",.*http_response_status_code="200"\} \d/,
    )
  })

  test('makes every file and folder of its data accessible to its owner only', async () => {
    const modes = await modesBelow(join(machine.folder, 'data'))
    for (const name of [
      'demo-api-key',
      'signing-secret',
      'mediagen.sqlite',
      'mediagen.sqlite-wal',
      'mediagen.sqlite.lock',
      'objects',
    ])
      expect([...modes.keys()]).toContain(name)
    expect([...modes.keys()].some((name) => name.startsWith(join('objects', 'results')))).toBe(true)
    expect(new Set(modes.values())).toEqual(new Set(['folder 700', 'file 600']))
  })

  test('logs JSON lines with a request id, and never a key, a signature or a prompt', async () => {
    const account = machine.accountOf(apiKey)
    await machine.fetch('/api/v1/me', {
      headers: { Authorization: `Bearer ${apiKey}`, 'X-Request-Id': 'mine-1' },
    })
    await account.call('POST', generations, { prompt: '' })
    await fetch(`${machine.baseUrl}/api/v1/me?key=${apiKey}`)
    const lines = first.logLines()
    const entries = lines.map((line) => JSON.parse(line))
    for (const entry of entries)
      expect(entry).toMatchObject({
        severity: 'INFO',
        time: expect.any(Number),
        msg: expect.any(String),
      })
    const requests = entries.filter(({ msg }) => msg === 'request')
    expect(requests.length).toBeGreaterThan(5)
    for (const entry of requests)
      expect(entry).toMatchObject({ requestId: expect.stringMatching(/./), operation: expect.any(String) })
    expect(requests).toContainEqual(
      expect.objectContaining({ clientRequestId: 'mine-1', operation: 'getAccount', status: 200 }),
    )
    expect(lines.join()).not.toContain(apiKey)
    expect(lines.join()).not.toContain('signature')
    expect(lines.join()).not.toContain('a lighthouse')
  })

  test('stops with 0 on SIGTERM, and keeps its data: after a restart key, balance, task and result exist, and secrets are private again', async () => {
    expect((await first.stop('SIGTERM')).code).toBe(0)
    // As a restore leaves them.
    const secrets = ['demo-api-key', 'signing-secret', 'mediagen.sqlite']
    for (const name of secrets) await chmod(join(machine.folder, 'data', name), 0o644)
    const second = await machine.start('serve')
    const modes = await modesBelow(join(machine.folder, 'data'))
    expect(secrets.map((name) => modes.get(name))).toEqual(['file 600', 'file 600', 'file 600'])
    expect(second.output()).toContain(apiKey)
    const account = machine.accountOf(apiKey)
    expect((await account.call('GET', '/api/v1/me')).body.balance).toBe('99.98')
    const { status, output } = (await account.call('GET', `/api/v1/tasks/${task.id}`)).body
    expect(status).toBe('SUCCEEDED')
    expect((await fetch(output.images[0].url)).status).toBe(200)
    expect((await second.stop('SIGINT')).code).toBe(0)
  })
})

describe('invalid settings', () => {
  test('prevent the start, and each is named', async () => {
    const machine = await createMachine()
    onTestFinished(() => machine.remove())
    const { code, output, complaint } = await machine.run(['serve'], {
      PORT: 'seven',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'postgres://elsewhere/db',
      WORKER_CONCURRENCY: '0',
      SIGNING_SECRET: 'short',
      PUBLIC_URL: 'ftp://x',
    })
    expect([code, output]).toEqual([1, ''])
    for (const name of [
      'PORT',
      'LOG_LEVEL',
      'DATABASE_URL',
      'WORKER_CONCURRENCY',
      'SIGNING_SECRET',
      'PUBLIC_URL',
    ])
      expect(complaint).toContain(name)
    expect(complaint).not.toMatch(/\bat .+:\d+:\d+/)
  })

  test('that omit a secret shared by several processes prevent the start', async () => {
    const machine = await createMachine()
    onTestFinished(() => machine.remove())
    const { code, complaint } = await machine.run(['api'], { DATABASE_URL: 'mysql://u:p@127.0.0.1:1/db' })
    expect(code).toBe(1)
    expect(complaint).toContain('SIGNING_SECRET')
  })

  test('in a catalogue or providers file are reported with file and line', async () => {
    const machine = await createMachine()
    onTestFinished(() => machine.remove())
    const catalogue = join(machine.folder, 'catalogue')
    await mkdir(catalogue)
    const effect = '  - id: Bad Id\n    name: x\n    surface: audio\n'
    await writeFile(join(catalogue, 'effects.yaml'), `effects:\n${effect}`)
    const bad = await machine.run(['serve'], { CATALOGUE_DIR: catalogue })
    expect([bad.code, bad.output]).toEqual([1, ''])
    expect(bad.complaint).toContain('effects.yaml')
    expect(bad.complaint).toMatch(/line \d/)
    expect(bad.complaint).toContain('surface')

    const providers = join(machine.folder, 'providers.yaml')
    await writeFile(
      providers,
      'providers:\n  - { name: studio, kind: nonsense }\nroutes:\n  - { product: image.generate, providers: [other] }\n',
    )
    const worse = await machine.run(['serve'], { PROVIDERS_FILE: providers })
    expect([worse.code, worse.output]).toEqual([1, ''])
    expect(worse.complaint).toContain('providers.yaml')
    expect(worse.complaint).toContain('kind')
  })

  test.each(['serve', 'worker'])(
    'with a folder for temporary files that cannot be written prevent the start of %s, by path and name',
    async (command) => {
      const machine = await createMachine()
      onTestFinished(() => machine.remove())
      const missing = join(machine.folder, 'missing')
      const { code, output, complaint } = await machine.run([command], { TMPDIR: missing })
      expect([code, output]).toEqual([1, ''])
      expect(complaint).toContain(
        `"TMPDIR" is ${missing}, where results in transit cannot be written: ENOENT`,
      )
      expect(complaint).not.toMatch(/^ +at /m)
    },
  )
})

describe('the command line', () => {
  test.each(['serve', 'api', 'worker', 'migrate'])('%s starts nothing with an argument', async (command) => {
    const machine = await createMachine()
    onTestFinished(() => machine.remove())
    const { code, output, complaint } = await machine.run([command, '--port', '4000'])
    expect([code, output]).toEqual([2, ''])
    expect(complaint).toBe(
      `mediagen: ${command} takes no arguments, so --port 4000 is not understood.\n` +
        '  Settings are environment variables, or lines of .env.\n',
    )
    await expect(readdir(machine.folder)).resolves.toEqual([])
  })
})
