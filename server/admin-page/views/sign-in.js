import { element } from '../dom.js'
import { field, form } from '../pages.js'

/**
 * @param {(token: string) => Promise<void>} signIn
 */
export function signInPage(signIn) {
  const token = field('Admin token', {
    name: 'token',
    type: 'password',
    required: true,
    autocomplete: 'current-password',
  })
  // Password managers store the token under a name, and search for it in the form.
  const user = element('input', { name: 'user', autocomplete: 'username', value: 'operator', hidden: true })
  return {
    title: 'Sign in',
    content: [
      element('p', {}, 'The token is the setting ADMIN_TOKEN of the service. A session lasts 8 hours.'),
      form({ label: 'Sign in', class: 'stacked', action: 'Sign in' }, [user, token], ({ token = '' }) =>
        signIn(token),
      ),
    ],
  }
}
