/** One picture of a view. */
export interface Picture {
  readonly view: string
  readonly width: number
  readonly scheme: string
  readonly file: string
}

const style = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 120rem; padding: 1.5rem; }
nav { display: flex; flex-wrap: wrap; gap: 0 1rem; }
.row { display: flex; align-items: start; gap: 1rem; overflow-x: auto; }
figure { margin: 0; }
img { display: block; height: 22rem; width: auto; border: 1px solid #8888; border-radius: 0.5rem; }
figcaption { color: GrayText; font-size: 0.875rem; }`

/** A page that shows every picture, a row for each view; a click opens one at its size. */
export function overviewPage(pictures: readonly Picture[]): string {
  const names = [...new Set(pictures.map(({ view }) => view))]
  const row = (name: string) => {
    const figures = pictures
      .filter(({ view }) => view === name)
      .map(
        ({ file, width, scheme }) =>
          `<figure><a href="${file}"><img src="${file}" alt="${name}, ${width} pixels wide, ${scheme}" loading="lazy"></a><figcaption>${width} ${scheme}</figcaption></figure>`,
      )
    return `<h2 id="${name}">${name}</h2>\n<div class="row">${figures.join('\n')}</div>`
  }
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>The look of every page</title><style>${style}</style></head>
<body>
<h1>The look of every page</h1>
<nav>${names.map((name) => `<a href="#${name}">${name}</a>`).join(' ')}</nav>
${names.map(row).join('\n')}
</body>
</html>
`
}
