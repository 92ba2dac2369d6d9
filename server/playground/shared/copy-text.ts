/** Puts a text on the clipboard, and tells whether that was possible: browsers allow it on HTTPS and on this machine. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
