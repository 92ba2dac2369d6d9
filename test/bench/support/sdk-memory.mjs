// @ts-check
// Does with the SDK what the command line names, `ADDRESS upload|download|save FOLDER`, and prints the largest
// resident memory of this process in megabytes. Plain JavaScript, for Node's reader of TypeScript would be in the
// memory that is measured.
import { openAsBlob } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Mediagen } from '@mediagen/sdk'

const uploadsAtOnce = 50
const uploadBytes = 8 * 1024 * 1024
const signature = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

const [baseUrl, task, folder = ''] = process.argv.slice(2)
const client = new Mediagen({ apiKey: 'key', baseUrl })

/** Files that differ, since the same bytes are sent once; all but their first bytes lie on the disk. */
async function uploadAll() {
  const path = join(folder, 'pixels')
  await writeFile(path, Buffer.alloc(uploadBytes))
  const pixels = await openAsBlob(path)
  const images = Array.from({ length: uploadsAtOnce }, (_, index) => {
    const widthHeightAndIndex = Buffer.alloc(12)
    widthHeightAndIndex.writeUInt32BE(64, 0)
    widthHeightAndIndex.writeUInt32BE(64, 4)
    widthHeightAndIndex.writeUInt32BE(index, 8)
    return new File([signature, widthHeightAndIndex, pixels], `${index}.png`, { type: 'image/png' })
  })
  await Promise.all(images.map((image) => client.uploads.file(image)))
}

const finished = async () => (await client.images.generate({ prompt: 'a red door' })).wait()

if (task === 'upload') await uploadAll()
if (task === 'download') await (await finished()).download()
if (task === 'save') await (await finished()).saveTo(join(folder, 'saved'))
process.stdout.write(String(process.resourceUsage().maxRSS / 1024))
