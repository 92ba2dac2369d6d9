const edgePx = 480
const jpegQuality = 0.75

/** A small copy of an image as a data URL, for the history; undefined for what does not decode. */
export async function thumbnailOf(file: Blob): Promise<string | undefined> {
  try {
    const image = await createImageBitmap(file)
    const scale = Math.min(1, edgePx / Math.max(image.width, image.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(image.width * scale))
    canvas.height = Math.max(1, Math.round(image.height * scale))
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    image.close()
    return canvas.toDataURL('image/jpeg', jpegQuality)
  } catch {
    return undefined
  }
}

/** What a video shows right now, as an image; undefined where its host does not let pages read it. */
export async function frameOf(video: HTMLVideoElement): Promise<File | undefined> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  try {
    canvas.getContext('2d')?.drawImage(video, 0, 0)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    return blob === null ? undefined : new File([blob], 'frame.png', { type: 'image/png' })
  } catch {
    return undefined
  }
}
