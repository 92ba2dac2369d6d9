/** The usual file name extension of a media type that an engine delivers. */
export function extensionOf(contentType: string): string {
  return contentType === 'image/jpeg' ? 'jpg' : (contentType.split('/')[1] ?? 'bin')
}
