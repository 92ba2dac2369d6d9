import type { EnhanceAppContext } from 'vitepress'

/** Words of questions that are on every page: with them, "wait for a result" would find the longest texts. */
const emptyWords = new Set(
  'a an and are can do does for from how i in is it my of or the to what with'.split(' '),
)

/**
 * Ranks what the search finds by the words that matter, guides a little higher. Set in the browser, since VitePress
 * would evaluate functions of its configuration from text, which the server's security policy forbids.
 */
export function rankSearch({ siteData }: EnhanceAppContext): void {
  const { options } = siteData.value.themeConfig.search
  options.miniSearch = {
    searchOptions: {
      processTerm: (term: string) => (emptyWords.has(term.toLowerCase()) ? null : term.toLowerCase()),
      boostDocument: (id: string) => (id.startsWith('/docs/guides/') ? 1.3 : 1),
    },
  }
}
