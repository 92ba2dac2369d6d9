/**
 * The command of `npm run look`: pictures of every page at three widths in both colour schemes, in out/look/, with
 * a page that shows them all. The service and its tasks are real and thrown away.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Mediagen } from '@mediagen/sdk'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { type Service, startService } from '../../scripts/demo/service.ts'
import { readArguments } from '../../scripts/set-up/arguments.mjs'
import { runCommand } from '../../scripts/set-up/prepare.mjs'
import { projectRoot, SetUpError } from '../../scripts/set-up/project.mjs'
import { launchBrowser } from '../support/launch-browser.ts'
import { recordFilm } from './film.ts'
import { setOperatorStage, writeProviders } from './operator-stage.ts'
import { overviewPage, type Picture } from './overview.ts'
import { type Stage, type View, views } from './views.ts'

const out = join(projectRoot, 'out', 'look')
const widths = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const
const schemes = ['light', 'dark'] as const
/** The views that docs/operator-page.md shows. */
const documented = ['overview', 'account', 'task-failed', 'tasks']
/** The most that a page may take to come to rest. */
const restMsMax = 15_000

await runCommand(async () => {
  const { chosen, withFilm, withDocuments } = readOptions()
  const interrupted = new AbortController()
  process.once('SIGINT', () => interrupted.abort(new SetUpError('interrupted')))
  const adminToken = randomBytes(24).toString('hex')
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-look-'))
  const service = await startService(interrupted.signal, {
    ADMIN_TOKEN: adminToken,
    DATA_DIR: folder,
    PROVIDERS_FILE: await writeProviders(folder),
  })
  try {
    const browser = await launchBrowser('127.0.0.1')
    try {
      if (withFilm) return await updateFilm(browser, service)
      const stage: Stage = {
        ...(await setStage(service, interrupted.signal)),
        operator: await setOperatorStage(service, folder, adminToken),
      }
      await takePictures(browser, service.url, stage, chosen)
      if (withDocuments) await updateDocuments()
    } finally {
      await browser.close()
    }
  } finally {
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return 0
})

function readOptions(): {
  readonly chosen: readonly View[]
  readonly withDocuments: boolean
  readonly withFilm: boolean
} {
  const usage = 'npm run look [-- --only NAME | --update-docs | --update-film]'
  const help = `  --only NAME     the views whose names begin so: ${views.map(({ name }) => name).join(', ')}
  --update-docs   keeps those of docs/operator-page.md, and takes no others than the operator's
  --update-film   records docs/playground.webp, the film of the README, and takes no pictures`
  const { flags, values } = readArguments({
    usage,
    help,
    flags: ['update-docs', 'update-film'],
    values: ['only'],
  })
  const withDocuments = flags.has('update-docs')
  const prefix = withDocuments ? 'operator' : (values.get('only') ?? '')
  const chosen = views.filter(({ name }) => name.startsWith(prefix))
  if (chosen.length === 0) throw new SetUpError(`no view begins with ${prefix}`)
  return { chosen, withDocuments, withFilm: flags.has('update-film') }
}

async function updateFilm(browser: Browser, service: Service): Promise<number> {
  const film = await recordFilm(browser, service.url)
  await writeFile(join(projectRoot, 'docs', 'playground.webp'), film)
  process.stdout.write(`docs/playground.webp: ${Math.round(film.length / 1000)} kB\n`)
  return 0
}

/** Gives the demo account, which the playground uses, something to show. */
async function setStage(service: Service, signal: AbortSignal): Promise<Omit<Stage, 'operator'>> {
  const { accounts } = JSON.parse(await service.admin('list-accounts', '--json'))
  const accountId: string = accounts[0].accountId
  const { apiKey } = JSON.parse(await service.admin('issue-api-key', accountId, '--name', 'look', '--json'))
  const client = new Mediagen({ apiKey, baseUrl: service.url })
  const call = { signal }
  const image = await client.images.generate({ prompt: 'a lighthouse in a storm, oil on canvas' }, call)
  const result = await image.wait(call)
  const video = await client.videos.transform({ file: await result.blob(), effectId: 'push-in' }, call)
  await video.wait(call)
  const effect = await client.images.transform({ file: await result.blob(), effectId: 'watercolour' }, call)
  await effect.wait(call)
  return { taskId: effect.id }
}

async function takePictures(
  browser: Browser,
  baseURL: string,
  stage: Stage,
  chosen: readonly View[],
): Promise<void> {
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  const pictures: Picture[] = []
  for (const view of chosen) {
    for (const viewport of widths) {
      for (const colorScheme of schemes) {
        const isPhone = viewport.width < 600
        const context = await browser.newContext({
          baseURL,
          viewport,
          colorScheme,
          isMobile: isPhone,
          hasTouch: isPhone,
          reducedMotion: 'reduce',
        })
        const page = await context.newPage()
        page.setDefaultTimeout(restMsMax)
        await page.goto(view.path(stage), { waitUntil: 'load' })
        await view.arrange?.(page, stage)
        await page.waitForLoadState('networkidle').catch(() => undefined)
        const file = `${view.name}-${viewport.width}-${colorScheme}.png`
        await page.screenshot({ path: join(out, file) })
        await context.close()
        pictures.push({ view: view.name, width: viewport.width, scheme: colorScheme, file })
      }
    }
    process.stdout.write(`${view.name}\n`)
  }
  const overview = join(out, 'index.html')
  await writeFile(overview, overviewPage(pictures))
  process.stdout.write(`\n${pictures.length} pictures: ${relative(projectRoot, overview)}\n`)
}

async function updateDocuments(): Promise<void> {
  const folder = join(projectRoot, 'docs', 'operator-page')
  await mkdir(folder, { recursive: true })
  for (const name of documented)
    await sharp(join(out, `operator-${name}-1280-light.png`))
      .webp({ quality: 70, effort: 6 })
      .toFile(join(folder, `${name}.webp`))
}
