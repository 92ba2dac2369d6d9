const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
}

/**
 * The name of a task's file, with a number from the second one on. The service chooses the id: replacing
 * special characters keeps the file inside its folder.
 */
export function nameOfResult(taskId: string, contentType: string | undefined, index = 0): string {
  const number = index === 0 ? '' : `-${index + 1}`
  return `${taskId.replace(/[^\w-]/g, '_')}${number}.${extensions[contentType ?? ''] ?? 'bin'}`
}
