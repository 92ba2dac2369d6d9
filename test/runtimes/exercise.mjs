/**
 * What every runtime does with the packed SDK, by `sdk`, whichever way that was imported: the same report
 * everywhere. `url` is a mock that breaks the connection after it has accepted the first generation; what
 * begins with `/hanging` there never gets a response. `path` is where a result is saved, where there is a
 * file system.
 */
export async function exercise(sdk, { url, path }) {
  const { fromPath, Mediagen, MediagenError, NotFoundError, TaskNotCancellableError } = sdk
  const client = new Mediagen({ apiKey: 'any', baseUrl: url })
  const report = { before: (await client.account()).balance }

  const generation = await client.images.generate({ prompt: 'a lighthouse in a storm' })
  report.generation = {
    id: generation.id,
    replayed: generation.replayed,
    hasKey: generation.idempotencyKey.length > 8,
  }
  const result = await generation.wait()
  report.downloaded = new TextDecoder().decode(await result.download())
  report.streamed = await new Response(await result.stream()).text()
  if (path !== undefined) {
    await result.saveTo(path)
    // It is an image, which is read from there.
    const { status } = await client.uploads.file(fromPath(path))
    if (status !== 'READY') throw new Error(`The upload of a saved result is ${status}.`)
  }

  let sentBytes = 0
  const upload = await client.uploads.file(imageBytes(), {
    onProgress: (progress) => {
      sentBytes = progress.sentBytes
    },
  })
  report.upload = { status: upload.status, contentType: upload.contentType, sentBytes, width: upload.width }
  const painting = await client.images.transform({ assetId: upload.id, effectId: 'watercolour' })
  report.statuses = []
  for await (const task of painting.updates()) report.statuses.push(task.status)
  report.cost = await painting.cost()

  const missing = await client.tasks.get('nothing').catch((error) => error)
  report.missing = {
    isTyped: [NotFoundError, MediagenError, Error].every((one) => missing instanceof one),
    isNoOther: !(missing instanceof TaskNotCancellableError),
    json: JSON.parse(JSON.stringify(missing)),
  }

  const reason = new Error('enough')
  const controller = new AbortController()
  const hanging = new Mediagen({ apiKey: 'any', baseUrl: `${url}/hanging` })
  let abortedAtMs = 0
  setTimeout(() => {
    abortedAtMs = Date.now()
    controller.abort(reason)
  }, 100)
  const aborted = await hanging.tasks.wait('task1', { signal: controller.signal }).catch((error) => error)
  report.abort = { withReason: aborted === reason, isPrompt: Date.now() - abortedAtMs < 500 }

  report.after = (await client.account()).balance
  return report
}

/** A PNG of 20 by 20 pixels, as far as its header says. */
function imageBytes() {
  const header = '89504e470d0a1a0a0000000d494844520000001400000014080200000'
  const bytes = new Uint8Array(200)
  for (let index = 0; index < header.length / 2; index += 1) {
    bytes[index] = Number.parseInt(header.slice(2 * index, 2 * index + 2), 16)
  }
  return bytes
}
