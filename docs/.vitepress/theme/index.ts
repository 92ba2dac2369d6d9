import type { Theme } from 'vitepress'
import theme from 'vitepress/theme-without-fonts'
import '../../../server/look/look.css'
import './tokens.css'
import './pages.css'
import './home.css'
import { rememberTabs } from './remembered-tabs.ts'
import { rankSearch } from './search.ts'

/**
 * VitePress's own theme in the look of the service: its tokens, its header in place of VitePress's bar (see
 * SiteBar.vue), and the fonts of the reader's system, so that a page loads no font.
 */
export default { extends: theme, setup: rememberTabs, enhanceApp: rankSearch } satisfies Theme
