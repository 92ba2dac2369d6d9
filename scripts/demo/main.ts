/**
 * The tour: starts a throwaway service, generates two images and two videos through the SDK, saves them in
 * out/ with a contact sheet and the account statement, and checks that each matches its request.
 */
import { copyFile, mkdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Mediagen } from '@mediagen/sdk'
import { readArguments } from '../set-up/arguments.mjs'
import { projectRoot, SetUpError } from '../set-up/project.mjs'
import { writeContactSheet } from './contact-sheet.ts'
import { DemoError, explain } from './demo-error.ts'
import { type Photo, readPhoto } from './photo.ts'
import { createProgress } from './progress.ts'
import { writeStatement } from './statement.ts'
import { type Service, startService } from './throwaway-service.ts'
import { makeEverything } from './tour.ts'

const usage = `npm run demo -- [--photo FILE] [--update-docs]
  --photo FILE    transforms your image (JPEG, PNG or WebP) instead of the generated one
  --update-docs   keeps the contact sheet as docs/contact-sheet.jpg, which the README shows
`

/** Small, because the README is also read on phones. */
const docsSheetBytesMax = 300_000

/** Far more than the tour costs. */
const openingBalance = '5.00'

const out = join(projectRoot, 'out')
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => interrupted.abort(new DemoError('interrupted', 130)))
}
try {
  await main(interrupted.signal)
} catch (error) {
  const { message, exitCode } = explain(error)
  process.stderr.write(`\nmediagen: ${message}\n`)
  process.exitCode = exitCode
}

async function main(signal: AbortSignal): Promise<void> {
  const { flags, values } = readCommandLine()
  if (flags.has('help')) return void process.stdout.write(usage)
  const photoPath = values.get('photo')
  const photo = photoPath === undefined ? undefined : await readPhoto(photoPath)
  await mkdir(out, { recursive: true })

  const startedAt = Date.now()
  process.stdout.write('Starting a throwaway service, with an empty database in a temporary folder.\n')
  const service = await startService(signal)
  try {
    await tour(service, photo, signal)
  } finally {
    await service.stop()
  }
  if (flags.has('update-docs')) await updateDocs()
  process.stdout.write(`\nAll of it in ${Math.round((Date.now() - startedAt) / 1000)} s.\n`)
}

async function tour(service: Service, photo: Photo | undefined, signal: AbortSignal): Promise<void> {
  const { accountId, apiKey } = await service.admin<{ accountId: string; apiKey: string }>(
    'create-account',
    '--balance',
    openingBalance,
  )
  const client = new Mediagen({ apiKey, baseUrl: service.url })
  const progress = createProgress(process.stdout)
  const works = await makeEverything({ client, out, photo, progress, signal }).finally(() => progress.stop())
  process.stdout.write('\nEvery file is decoded and has the requested size and length:\n')
  for (const { path, facts } of works) {
    process.stdout.write(`  ${relative(projectRoot, path).padEnd(26)}${facts}\n`)
  }
  const sheet = join(out, 'contact-sheet.jpg')
  await writeContactSheet(sheet, works)
  process.stdout.write(`  ${relative(projectRoot, sheet).padEnd(26)}all of them on one sheet\n`)
  await writeStatement(service, accountId, join(out, 'account-statement.txt'))
}

function readCommandLine() {
  const argv = process.argv.slice(2).map((argument) => (argument === '-h' ? '--help' : argument))
  try {
    return readArguments({ usage, flags: ['update-docs', 'help'], values: ['photo'] }, argv)
  } catch (error) {
    throw error instanceof SetUpError ? new DemoError(error.message, 2) : error
  }
}

async function updateDocs(): Promise<void> {
  const sheet = join(out, 'contact-sheet.jpg')
  const { size } = await stat(sheet)
  if (size > docsSheetBytesMax) throw new DemoError(`the contact sheet has ${size} bytes, too many for docs/`)
  await mkdir(join(projectRoot, 'docs'), { recursive: true })
  await copyFile(sheet, join(projectRoot, 'docs', 'contact-sheet.jpg'))
}
