import theme from 'vitepress/theme-without-fonts'
import './contrast.css'

/** VitePress's own theme with the fonts of the reader's system, so that a page loads no font. */
export default theme
