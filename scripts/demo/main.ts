/**
 * The tour: starts a throwaway service, generates two images and two videos through the SDK, and saves them in
 * out/ with a contact sheet and the account statement.
 */
import { copyFile, mkdir, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Mediagen, MediagenError } from '@mediagen/sdk'
import { readArguments } from '../set-up/arguments.mjs'
import { HelpRequest, projectRoot, SetUpError } from '../set-up/project.mjs'
import { writeContactSheet } from './contact-sheet.ts'
import { type Service, startService } from './service.ts'
import { generateAll, type Photo, readPhoto } from './tour.ts'

const usage = 'npm run demo -- [--photo FILE] [--update-docs]'
const help = `  --photo FILE    transforms your image (JPEG, PNG or WebP) instead of the generated one
  --update-docs   keeps the contact sheet as docs/contact-sheet.jpg, which the README shows`

/** Small, because the README is also read on phones. */
const docsSheetBytesMax = 300_000

/** Far more than the tour costs. */
const openingBalance = '5.00'

const out = join(projectRoot, 'out')
const sheet = join(out, 'contact-sheet.jpg')

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => interrupted.abort(new SetUpError('interrupted')))
try {
  await main(interrupted.signal)
} catch (error) {
  if (error instanceof HelpRequest) process.stdout.write(`${error.message}\n`)
  else {
    process.stderr.write(`\nmediagen: ${explain(error)}\n`)
    process.exitCode = interrupted.signal.aborted ? 130 : 1
  }
}

async function main(signal: AbortSignal): Promise<void> {
  const { flags, values } = readArguments({ usage, help, flags: ['update-docs'], values: ['photo'] })
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
  const created = await service.admin('create-account', '--balance', openingBalance, '--json')
  const { accountId, apiKey }: { accountId: string; apiKey: string } = JSON.parse(created)
  const client = new Mediagen({ apiKey, baseUrl: service.url })
  const media = await generateAll({ client, out, photo, signal })
  await writeContactSheet(sheet, media)

  process.stdout.write('\nEvery file, decoded:\n')
  for (const { path, facts } of [...media, { path: sheet, facts: 'all of them on one sheet' }])
    process.stdout.write(`  ${relative(projectRoot, path).padEnd(26)}${facts}\n`)

  const statement = `${await service.admin('show-account', accountId)}\n\n${await service.admin('reconcile-ledger')}\n`
  await writeFile(join(out, 'account-statement.txt'), statement)
  process.stdout.write('\nThe account statement, also in out/account-statement.txt:\n\n')
  process.stdout.write(statement.replace(/^(?=.)/gm, '  '))
}

async function updateDocs(): Promise<void> {
  const { size } = await stat(sheet)
  if (size > docsSheetBytesMax)
    throw new SetUpError(`the contact sheet has ${size} bytes, too many for docs/`)
  await copyFile(sheet, join(projectRoot, 'docs', 'contact-sheet.jpg'))
}

/** Only an unexpected error keeps its stack. */
function explain(error: unknown): string {
  if (error instanceof SetUpError || error instanceof MediagenError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
