import { openAsBlob } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SdkClient, SdkUnderTest } from './sdk-under-test.ts'

/** What is measured, by the method of a client that it needs. */
export const memoryWork = { upload: uploadAll, download: downloadOne, save: saveOne }

const uploadsAtOnce = 50
const uploadBytes = 8 * 1024 * 1024
const signature = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const sidePx = 64

/**
 * Does what the command line names, `ADDRESS upload|download|save FOLDER`, and prints the largest resident
 * memory of this process in megabytes.
 */
export async function runMemoryWork(sdk: SdkUnderTest): Promise<void> {
  const [url = '', task, folder = ''] = process.argv.slice(2)
  const [work] = Object.entries(memoryWork).flatMap(([name, one]) => (name === task ? [one] : []))
  await work?.(await sdk.open(url), folder)
  process.stdout.write(String(process.resourceUsage().maxRSS / 1024))
}

/** Files that differ, since ours sends the same bytes once; all but their first bytes lie on the disk. */
async function uploadAll({ upload }: SdkClient, folder: string): Promise<void> {
  const path = join(folder, 'pixels')
  await writeFile(path, Buffer.alloc(uploadBytes))
  const pixels = await openAsBlob(path)
  const images = Array.from({ length: uploadsAtOnce }, (_, index) => {
    const header = Buffer.alloc(12)
    header.writeUInt32BE(sidePx, 0)
    header.writeUInt32BE(sidePx, 4)
    header.writeUInt32BE(index, 8)
    return new File([signature, header, pixels], `${index}.png`, { type: 'image/png' })
  })
  await Promise.all(images.map((image) => upload?.(image)))
}

async function downloadOne({ download }: SdkClient): Promise<void> {
  await download?.()
}

async function saveOne({ save }: SdkClient, folder: string): Promise<void> {
  await save?.(join(folder, 'saved'))
}
