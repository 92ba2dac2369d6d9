/** The usual file name extension of a result's media type. */
export function extensionOf(contentType: string): string {
  return contentType === 'image/jpeg' ? 'jpg' : (contentType.split('/')[1] ?? 'bin')
}
