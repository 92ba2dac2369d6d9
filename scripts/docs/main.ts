// The documentation site in out/docs, as `npm run docs` builds it: pages generated into out/pages, then
// VitePress over them and every Markdown file of the project. A broken link is a failure. With --if-stale it
// builds nothing while the site is newer than its sources.
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Application, TSConfigReader, TypeDocReader } from 'typedoc'
import { build } from 'vitepress'
import { createProgram } from '../../sdk/cli/dist/program.js'
import { projectRoot } from '../set-up/project.mjs'
import { waitForOtherBuilds } from './build-lock.ts'
import { commandPages } from './command-pages.ts'
import { effectPage } from './effect-page.ts'
import { errorPages } from './error-pages.ts'
import { makeHomePictures } from './home-pictures.ts'
import { apiPages } from './reference/api-pages.ts'
import { isStale } from './stale.ts'

const pagesFolder = join(projectRoot, 'out', 'pages')
const sdkPages = join(pagesFolder, 'reference', 'sdk')

const site = join(projectRoot, 'out', 'docs')
const nextSite = join(projectRoot, 'out', 'docs-next')

await mkdir(join(projectRoot, 'out'), { recursive: true })
waitForOtherBuilds(join(projectRoot, 'out', 'docs.lock'))
if (!process.argv.includes('--if-stale') || isStale(site)) await buildSite()

async function buildSite(): Promise<void> {
  await rm(pagesFolder, { recursive: true, force: true })
  await makeReference()
  await makeHomePictures(join(projectRoot, 'out', 'home'))
  // Help as written to a file, with the commands as npx runs them.
  const silent = { write: () => true }
  const terminal = { stdout: silent, stderr: silent, env: { npm_command: 'exec' } }
  const program = createProgram(terminal, () => async () => undefined)
  const pages = [...apiPages(), ...commandPages(program), await effectPage(), ...(await errorPages())]
  for (const { path, text } of pages) {
    const file = join(pagesFolder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  await rm(nextSite, { recursive: true, force: true })
  await build(join(projectRoot, 'docs'), { outDir: nextSite })
  // At the end, for a service that is serving the last build.
  await rm(site, { recursive: true, force: true })
  await rename(nextSite, site)
}

/**
 * The reference of the SDK and of its provider for the AI SDK, as pages of the site; that of the SDK as a site
 * of its own in out/reference, too.
 */
async function makeReference(): Promise<void> {
  for (const file of ['typedoc.json', 'typedoc-ai-sdk.json'])
    await document(join(projectRoot, 'scripts', 'config', file))
  // The guide of the SDK is already a page of the site, with links to other pages.
  for (const copy of ['readme.md', '_media']) await rm(join(sdkPages, copy), { recursive: true })
}

/** Runs TypeDoc; rejects where the sources of a package do not compile, or an export has no description. */
async function document(options: string): Promise<void> {
  const app = await Application.bootstrapWithPlugins({ options }, [new TypeDocReader(), new TSConfigReader()])
  const project = await app.convert()
  if (project === undefined) throw new Error(`The sources of ${options} do not compile`)
  app.validate(project)
  await app.generateOutputs(project)
  if (app.logger.hasErrors() || app.logger.hasWarnings())
    throw new Error(`The reference of ${options} has problems`)
}
