import { extname } from 'node:path'

/** A comment that names a file of the project, or a region of it, and the code block below it, if it is there. */
const place = /^<!-- code: (\S+?)(?:#([\w-]+))? -->\n(?:```\w+\n.*?^```\n)?/gms

/** A line that begins or ends a region. */
const regionLine = /^(?:\/\/|#) #?(?:end)?region\b.*\n/gm

/** A page with the code that its comments name, as it is in the files now. */
export function withGuideCode(page: string, read: (file: string) => string): string {
  return page.replaceAll(place, (_, file: string, region?: string) => {
    const name = region === undefined ? file : `${file}#${region}`
    return `<!-- code: ${name} -->\n\`\`\`${extname(file).slice(1)}\n${codeOf(read(file), name, region)}\n\`\`\`\n`
  })
}

function codeOf(text: string, name: string, region: string | undefined): string {
  const found =
    region === undefined
      ? text
      : new RegExp(`^(?:\\/\\/|#) #?region ${region}\\n(.*?)^(?:\\/\\/|#) #?endregion ${region}$`, 'ms').exec(
          text,
        )?.[1]
  if (found === undefined) throw new Error(`${name} is not there`)
  return found.replaceAll(regionLine, '').trim()
}
